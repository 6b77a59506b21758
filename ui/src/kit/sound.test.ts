import { afterEach, describe, expect, test, vi } from 'vitest';
import { play, score } from './sound.ts';
import { SOUNDS } from './soundNames.ts';

afterEach(() => vi.unstubAllGlobals());

describe('every sound', () => {
  test.each(SOUNDS)('%s is short, soft and heard', (sound) => {
    const { tones = [], noises = [] } = score(sound);
    const voices = [...tones, ...noises];
    expect(voices.length).toBeGreaterThan(0);
    for (const { at = 0, length, gain = 1 } of voices) {
      expect(at + length).toBeLessThan(1.5);
      expect(gain).toBeGreaterThan(0);
      expect(gain).toBeLessThanOrEqual(1);
    }
  });
});

test('a chip rings higher on a higher stack', () => {
  const pitch = (height: number): number => score('chip', height).tones![0]!.pitch;
  expect(pitch(4)).toBeGreaterThan(pitch(1));
});

describe('play', () => {
  class Fake {
    static made = 0;
    constructor() {
      Fake.made++;
      throw new Error('no speakers here');
    }
  }

  test('makes nothing when sounds are off, or this one is', () => {
    vi.stubGlobal('AudioContext', Fake);
    vi.stubGlobal('document', { hidden: false });
    play('chip', { on: false });
    play('chip', { on: true, muted: new Set(['chip']) });
    expect(Fake.made).toBe(0);
  });

  test('is silent in a hidden page and where there is no sound', () => {
    play('chip', { on: true });
    vi.stubGlobal('AudioContext', Fake);
    vi.stubGlobal('document', { hidden: true });
    play('chip', { on: true });
    expect(Fake.made).toBe(0);
  });
});
