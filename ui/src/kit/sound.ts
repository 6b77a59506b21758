/**
 * The sounds of the table, made on the spot: the page loads no file. Each can be switched off by itself, and none
 * carries meaning alone. All stay near -18 dB.
 */

import type { Sound } from './soundNames.ts';

const LEVEL = 10 ** (-18 / 20);

interface Tone {
  /** Seconds after the start. */
  at?: number;
  pitch: number;
  /** Where the pitch glides to. */
  to?: number;
  length: number;
  gain?: number;
  wave?: OscillatorType;
}

interface Noise {
  at?: number;
  length: number;
  gain?: number;
  /** Middle of the band, where it glides to, and how narrow it is. */
  band: number;
  to?: number;
  q?: number;
  /** Seconds until it is loudest. */
  rise?: number;
}

export interface Score {
  tones?: Tone[];
  noises?: Noise[];
}

const clack = (at: number, height: number): Score => {
  const up = 2 ** (Math.min(height, 10) / 12);
  return {
    tones: [
      { at, pitch: 1750 * up, length: 0.05, gain: 0.7, wave: 'triangle' },
      { at, pitch: 3100 * up, length: 0.025, gain: 0.35 },
    ],
    noises: [{ at, length: 0.018, gain: 0.5, band: 4200, q: 0.8 }],
  };
};

/** What a sound is made of; `height` is that of the stack a chip falls on. */
export function score(sound: Sound, height = 1): Score {
  switch (sound) {
    case 'chip':
      return clack(0, height);
    case 'chips': {
      const [first, second] = [clack(0, height), clack(0.07, height + 1)];
      return { tones: [...first.tones!, ...second.tones!], noises: [...first.noises!, ...second.noises!] };
    }
    case 'slide':
      return { noises: [{ length: 0.2, gain: 0.55, band: 1400, to: 3600, q: 0.7, rise: 0.06 }] };
    case 'snap':
      return {
        tones: [{ pitch: 240, to: 120, length: 0.06, gain: 0.5, wave: 'triangle' }],
        noises: [{ length: 0.035, gain: 0.8, band: 2600, q: 0.6 }],
      };
    case 'bell':
      return {
        tones: [
          { pitch: 1318, length: 1.1, gain: 0.55 },
          { pitch: 2637, length: 0.8, gain: 0.22 },
          { pitch: 3553, length: 0.45, gain: 0.12 },
          { at: 0.14, pitch: 1976, length: 1, gain: 0.3 },
        ],
      };
    case 'knock':
      return {
        tones: [
          { pitch: 330, to: 190, length: 0.09, gain: 0.9 },
          { at: 0.15, pitch: 350, to: 200, length: 0.1, gain: 0.8 },
        ],
        noises: [
          { length: 0.03, gain: 0.4, band: 900, q: 1.2 },
          { at: 0.15, length: 0.03, gain: 0.35, band: 950, q: 1.2 },
        ],
      };
    case 'thud':
      return {
        tones: [{ pitch: 130, to: 70, length: 0.16, gain: 0.9 }],
        noises: [{ length: 0.08, gain: 0.25, band: 300, q: 0.7 }],
      };
    case 'sail':
      return {
        noises: [
          { length: 0.35, gain: 0.4, band: 700, to: 1500, q: 0.6, rise: 0.12 },
          { at: 0.25, length: 0.9, gain: 0.5, band: 420, to: 900, q: 0.5, rise: 0.4 },
        ],
      };
    case 'ember':
      return {
        noises: [
          { length: 0.6, gain: 0.3, band: 520, to: 260, q: 0.6, rise: 0.05 },
          ...[0.05, 0.16, 0.21, 0.36, 0.44].map((at) => ({ at, length: 0.02, gain: 0.7, band: 3800, q: 2 })),
        ],
      };
    case 'coins':
      return {
        tones: [0, 0.08, 0.15, 0.27].flatMap((at, i) => [
          { at, pitch: 2490 * 2 ** (i / 12), length: 0.22, gain: 0.28 },
          { at, pitch: 4180 * 2 ** (i / 12), length: 0.12, gain: 0.14, wave: 'triangle' as const },
        ]),
        noises: [0, 0.08, 0.15, 0.27].map((at) => ({ at, length: 0.014, gain: 0.25, band: 6200, q: 1.2 })),
      };
    case 'tick':
      return {
        tones: [{ pitch: 2100, to: 1600, length: 0.03, gain: 0.45, wave: 'triangle' }],
        noises: [{ length: 0.012, gain: 0.4, band: 5200, q: 1.5 }],
      };
    case 'fanfare':
      return {
        tones: [523, 659, 784, 1047].map((pitch, i) => ({
          at: i * 0.12,
          pitch,
          length: i === 3 ? 0.9 : 0.35,
          gain: 0.5,
          wave: 'triangle' as const,
        })),
      };
  }
}

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function noiseOf(audio: AudioContext): AudioBuffer {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  return hiss;
}

function perform(audio: AudioContext, { tones = [], noises = [] }: Score): void {
  const start = audio.currentTime + 0.005;
  const out = audio.createGain();
  out.gain.value = LEVEL;
  out.connect(audio.destination);
  for (const { at = 0, pitch, to, length, gain = 1, wave = 'sine' } of tones) {
    const voice = audio.createOscillator();
    const loud = audio.createGain();
    voice.type = wave;
    voice.frequency.setValueAtTime(pitch, start + at);
    if (to) voice.frequency.exponentialRampToValueAtTime(to, start + at + length);
    loud.gain.setValueAtTime(0.0001, start + at);
    loud.gain.exponentialRampToValueAtTime(gain, start + at + 0.004);
    loud.gain.exponentialRampToValueAtTime(0.0001, start + at + length);
    voice.connect(loud).connect(out);
    voice.start(start + at);
    voice.stop(start + at + length + 0.02);
  }
  for (const { at = 0, length, gain = 1, band, to, q = 1, rise = 0.002 } of noises) {
    const voice = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    const loud = audio.createGain();
    voice.buffer = noiseOf(audio);
    voice.loop = true;
    filter.type = 'bandpass';
    filter.Q.value = q;
    filter.frequency.setValueAtTime(band, start + at);
    if (to) filter.frequency.exponentialRampToValueAtTime(to, start + at + length);
    loud.gain.setValueAtTime(0.0001, start + at);
    loud.gain.exponentialRampToValueAtTime(gain, start + at + rise);
    loud.gain.exponentialRampToValueAtTime(0.0001, start + at + length);
    voice.connect(filter).connect(loud).connect(out);
    voice.start(start + at, Math.random() * 0.5);
    voice.stop(start + at + length + 0.02);
  }
}

export interface Sounding {
  /** All sounds together. */
  on: boolean;
  /** Sounds switched off one by one. */
  muted?: ReadonlySet<Sound>;
}

/** Play a sound if it is switched on; silent if the browser has no sound, is hidden, or waits for a first touch. */
export function play(sound: Sound, { on, muted }: Sounding, height = 1): void {
  if (!on || muted?.has(sound)) return;
  if (typeof AudioContext === 'undefined' || document.hidden) return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  perform(context, score(sound, height));
}
