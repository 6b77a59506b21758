// Any other title: the page shows its view, and its moves are buttons.
import { later } from '../../kit/lazyImport.ts';
import { type Game, loaded, type TableProps } from '../game.ts';

export const generic: Game = {
  boxes: [],
  oneDevice: true,
  timed: true,
  inPage: false,
  saysLost: false,
  lid: () => null,
  open: async (title) => {
    const { open } = await later(() => import('./open.ts'));
    const { Board, texts } = await open(title);
    return loaded<TableProps, TableProps & { texts: typeof texts }>(Board, { texts });
  },
};
