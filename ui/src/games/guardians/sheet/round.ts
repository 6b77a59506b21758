/** A round of Guardians to look at its parts with: level 3, four people. */

import type { Person } from '../../../kit/person.ts';
import type { Clue, Discovery, GuardiansSeat, GuardiansView, Report, Resolution } from '../../../protocol.ts';

const NAMES = ['Lena', 'Zoé', 'Tom', 'Mirabel'];
export const people = (seat: number): Person => ({ seat, name: NAMES[seat] as string, bot: seat === 3 });

const ROWS = [3, 4, 3, 4, 3, 4, 3];
const ISLES =
  'ember_forge frozen_crown moon_library sunken_temple siren_reef dragon_hoard fairy_glade wolf_pines sleepers_graveyard clockwork_isle storm_spire mirage_sands serpent_jungle stone_giants blossom_shrine golden_harvest pirate_cove alchemist_tower phoenix_nest kraken_maw lovers_garden carnival_masks fallen_stars sleeping_keep'.split(
    ' ',
  );
const cells = ROWS.flatMap((count, q) =>
  Array.from({ length: count }, (_, i) => ({ q, r: i - Math.floor(q / 2) - (count === 4 ? 1 : 0) })),
);
export const board = cells.map((cell, i) => ({ ...cell, island: ISLES[i] as string }));

const clue = (seat: number, postcard: string, x: number, y: number, element: string | null, seq: number): Clue => ({
  seat,
  postcard,
  x,
  y,
  element: element && `${postcard}.${element}`,
  seq,
  round: 3,
});
export const postcards = ['night_market', 'rainforest', 'labyrinth'];
export const clues = [
  clue(0, 'night_market', 0.5193, 0.3558, 'red-paper-lantern', 1),
  clue(1, 'night_market', 0.1423, 0.7859, 'cat', 2),
  clue(2, 'night_market', 0.16, 0.8, 'cat', 3),
  clue(3, 'rainforest', 0.5, 0.5, null, 4),
  clue(1, 'rainforest', 0.95, 0.05, null, 5),
];

const discovery = (change: Partial<Discovery>): Discovery => ({
  guardian: 2,
  location: 'storm_spire',
  reward: 'treasure',
  finders: [1, 0],
  gold: [1, 2, 3, 0],
  coins: [0, 0, 0, 0],
  power: '',
  chosen: null,
  power_gold: [],
  power_coins: [],
  marks: [],
  ...change,
});
export const resolution: Resolution = {
  round: 3,
  boats: [
    { seat: 1, island: 'storm_spire', sought: 2, seq: 6 },
    { seat: 3, island: 'moon_library', sought: 0, seq: 7 },
    { seat: 0, island: 'storm_spire', sought: 2, seq: 8 },
    { seat: 2, island: 'wolf_pines', sought: 1, seq: 9 },
    { seat: 0, island: 'pirate_cove', sought: 3, seq: 10 },
    { seat: 1, island: 'moon_library', sought: 0, seq: 11 },
  ],
  discoveries: [
    discovery({}),
    discovery({
      guardian: 0,
      location: 'moon_library',
      reward: 'girdle',
      finders: [3, 1],
      gold: [3, 2, 0, 0],
      coins: [1, 1, 0, 0],
      marks: [
        { seat: 3, legend: 'kunee' },
        { seat: 1, legend: 'apple' },
      ],
      power: 'played',
      chosen: 1,
      power_gold: [1, -1, 0, 0],
      power_coins: [0, 0, 0, 0],
    }),
  ],
  fires: [
    { seat: 1, island: 'wolf_pines', wand: false },
    { seat: 3, island: 'pirate_cove', wand: false },
  ],
  reshuffled: [],
  clues: [],
};

const player = (gold: number): GuardiansSeat =>
  ({ gold, coins: 1, score: gold + 1, state: 'choosing' }) as GuardiansSeat;
export const view = {
  phase: 'interlude',
  round: 3,
  board,
  face_down: ['dragon_hoard', 'storm_spire', 'moon_library'],
  fires: [...resolution.fires, { seat: 2, island: 'fairy_glade', wand: true }],
  players: ['blue', 'red', 'green', 'yellow'].map((colour, i) => ({ ...player(4 + i), colour })),
  guarded: [null, { location: 'sunken_temple', reward: 'treasure' }, null, { location: 'siren_reef', reward: 'egg' }],
} as unknown as GuardiansView;

const report = (n: number, seat: number, move: string, facts: Record<string, unknown>): Report => ({
  n,
  at: n,
  seat,
  move,
  facts,
});
/** The whole match, as its reports tell it after the end. */
export const reports: Report[] = [
  ...clues.map((one, i) =>
    report(i + 1, one.seat, `clue ${one.postcard} ${one.x} ${one.y}`, { round: 3, element: one.element }),
  ),
  report(6, -1, 'tick', { round: 3, resolution }),
  report(7, 1, 'clue labyrinth 0.73 0.24', { round: 4, element: 'labyrinth.wing' }),
];
