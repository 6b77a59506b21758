import { expect, it } from 'vitest';
import { later, type World } from '../src/kit/lazyImport.ts';

/** A world that is written down: whether the server answers at each look, and what was done. */
function world(answers: boolean[], whole = true): World & { renewed: number; pauses: number[] } {
  return {
    renewed: 0,
    pauses: [],
    answers: async () => answers.shift() ?? true,
    mend: async () => whole,
    renew() {
      this.renewed += 1;
    },
    async pause(milliseconds) {
      this.pauses.push(milliseconds);
    },
  };
}

/** A part that can't be had a few times. */
function part(failures: number): () => Promise<string> {
  return async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('Failed to fetch dynamically imported module');
    return 'here';
  };
}

it('gives a part at once when it is there', async () => {
  const calm = world([]);
  expect(await later(part(0), calm)).toBe('here');
  expect(calm.pauses).toEqual([]);
});

it('waits for a server that is away, longer each time, and does not throw the page away', async () => {
  const dark = world([false, false, false, false, false]);
  expect(await later(part(5), dark)).toBe('here');
  expect(dark.pauses).toEqual([500, 1000, 2000, 4000, 4000]);
  expect(dark.renewed).toBe(0);
});

it('does not renew the page for one miss while the server comes back', async () => {
  const back = world([false, true]);
  expect(await later(part(2), back)).toBe('here');
  expect(back.renewed).toBe(0);
});

it('renews the page when a server that answers has not got the part', async () => {
  const newer = world([true, true]);
  await later(part(2), newer);
  expect(newer.renewed).toBe(1);
});

it('renews the page when its style sheet is gone from a server that answers', async () => {
  const newer = world([true], false);
  await later(part(1), newer);
  expect(newer.renewed).toBe(1);
});
