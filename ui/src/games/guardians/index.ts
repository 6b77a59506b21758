// Guardians of Legends, as the rest of the page knows it.
import './cloth.css';
import { later } from '../../kit/lazyImport.ts';
import { at } from '../../root.ts';
import { learn } from '../../words/words.svelte.ts';
import { type ExampleProps, type GamePage, type LivingProps, loaded, type TableProps } from '../game.ts';

const PRINTS = at('/pictures/guardians');

export const guardians: GamePage = {
  boxes: [
    {
      title: 'guardians',
      name: 'Guardians of Legends',
      seats: [3, 5],
      minutes: 40,
      age: 8,
      edge: '#0c3a50',
      rules: 'GO',
    },
  ],
  oneDevice: false,
  timed: false,
  inTurns: false,
  rated: { idle_guard: 90 },
  inPage: false,
  hasTray: false,
  prints: PRINTS,
  lid: () => `${PRINTS}/backs/box-480.webp`,
  open: async () => {
    const { open } = await later(() => import('./open.ts'));
    const { Board, box } = await open();
    return loaded<TableProps, TableProps & { box: typeof box }>(Board, { box });
  },
  replay: async () => (await later(() => import('./review/open.ts'))).open(),
  options: async () => (await later(() => import('./Options.svelte'))).default,
  summary: async () => (await later(() => import('./OptionSummary.svelte'))).default,
  example: async () => {
    const [{ default: Example }, { load }] = await later(() =>
      Promise.all([import('./Example.svelte'), import('./box.ts')]),
    );
    const [box] = await Promise.all([load(), learn('guardians', 'guardians_page')]);
    return loaded<ExampleProps, ExampleProps & { box: typeof box }>(Example, { box });
  },
  living: async () => {
    const { default: Living, states } = await later(() => import('./living/open.ts'));
    return { ...loaded<LivingProps, LivingProps>(Living, {}), states };
  },
  advice: async () => {
    const [{ advice }, { load }] = await later(() => Promise.all([import('./advice.ts'), import('./box.ts')]));
    return advice(await load());
  },
  telling: async () => {
    const [{ telling }, { load }] = await later(() => Promise.all([import('./puzzle/telling.ts'), import('./box.ts')]));
    return telling(await load());
  },
  spots: () => later(() => import('./spots.ts')),
  gallery: {
    name: 'legends',
    topic: 'legends',
    open: async () => {
      const [{ default: Gallery }] = await later(() =>
        Promise.all([import('./legends/Gallery.svelte'), learn('guardians', 'legends')]),
      );
      return Gallery;
    },
  },
  ruleCards: async () => {
    const { LEGENDS } = await later(() => import('./ruleCards.ts'));
    const address = (legend: string): string => `${PRINTS}/legends/${legend}-480.webp`;
    return Object.fromEntries(Object.entries(LEGENDS).map(([rule, legend]) => [rule, address(legend)]));
  },
};
