// Splendor and Splendor: Marvel, as the rest of the page knows them.
import './cloth.css';
import { later } from '../../kit/lazyImport.ts';
import {
  type ExampleProps,
  type GamePage,
  type LivingProps,
  loaded,
  type ReplayProps,
  type TableProps,
} from '../game.ts';
import { pictureUri } from './art/lazyPictures.svelte.ts';
import type { Title } from './box.ts';

export const splendor: GamePage = {
  boxes: [
    { title: 'splendor', name: 'Splendor', seats: [2, 4], minutes: 30, age: 10, edge: '#123a7c', rules: 'S' },
    { title: 'marvel', name: 'Splendor: Marvel', seats: [2, 4], minutes: 30, age: 10, edge: '#3a1370', rules: 'MS' },
  ],
  oneDevice: true,
  timed: true,
  inTurns: true,
  inPage: true,
  hasTray: true,
  lid: (title) => pictureUri({ kind: 'lid', title: title as Title }),
  open: async (title) => {
    const { open } = await later(() => import('./open.ts'));
    const { Board, box } = await open(title as Title);
    return loaded<TableProps, TableProps & { box: typeof box }>(Board, { box });
  },
  replay: async (title) => {
    const [{ default: Replay }, { load }] = await later(() =>
      Promise.all([import('./Replay.svelte'), import('./box.ts')]),
    );
    const box = await load(title as Title);
    return loaded<ReplayProps, ReplayProps & { box: typeof box }>(Replay, { box });
  },
  example: async (title) => {
    const [{ default: Example }, { load }] = await later(() =>
      Promise.all([import('./Example.svelte'), import('./box.ts')]),
    );
    const box = await load(title as Title);
    return loaded<ExampleProps, ExampleProps & { box: typeof box }>(Example, { box });
  },
  living: async (title) => {
    const [{ default: Living, states }, { load }] = await later(() =>
      Promise.all([import('./living/open.ts'), import('./box.ts')]),
    );
    const [box, found] = await Promise.all([load(title as Title), states(title as Title)]);
    return { ...loaded<LivingProps, LivingProps & { box: typeof box }>(Living, { box }), states: found };
  },
  advice: async (title) => {
    const [{ advice }, { load }] = await later(() => Promise.all([import('./advice.ts'), import('./box.ts')]));
    return advice(await load(title as Title));
  },
  kindName: async (title) => {
    const [{ colourWord }, { load }] = await later(() => Promise.all([import('./sentences.ts'), import('./box.ts')]));
    const box = await load(title as Title);
    return (kind) => colourWord(box, box.letters.indexOf(kind));
  },
  telling: async (title) => {
    const [{ telling }, { load }] = await later(() => Promise.all([import('./study/telling.ts'), import('./box.ts')]));
    return telling(await load(title as Title));
  },
  editor: async (title) => (await later(() => import('./study/openEditor.ts'))).open(title as Title),
  spots: () => later(() => import('./spots.ts')),
};
