// Any other title: the page shows its view, and its moves are buttons.
import { later } from '../../kit/lazyImport.ts';
import type { GamePage } from '../game.ts';

export const generic: GamePage = {
  boxes: [],
  oneDevice: true,
  timed: true,
  inTurns: true,
  inPage: false,
  hasTray: false,
  lid: () => null,
  open: async (title) => (await later(() => import('./open.ts'))).open(title),
  replay: async (title) => (await later(() => import('./open.ts'))).openReplay(title),
};
