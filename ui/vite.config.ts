import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** A card or a noble as the engine's file has it. */
interface Found {
  level: number;
  bonus: string;
  points: number;
  cost: Record<string, number>;
  name?: string;
  avengers?: number;
  time_icon?: boolean;
  requirement: Record<string, number>;
}

/** The engine's card files without their remarks on sources: what the page needs of them. */
function slimBoxes(): Plugin {
  return {
    name: 'jeton-slim-boxes',
    enforce: 'pre',
    transform(code, id) {
      if (!/splendor\/data\/(splendor|marvel)\.json$/.test(id)) return null;
      const { colours, cards, nobles, locations } = JSON.parse(code);
      const slim = {
        colours,
        // [level, bonus, points, cost, name, tags, time]
        cards: cards.map((c: Found) => [
          c.level,
          colours.indexOf(c.bonus),
          c.points,
          colours.map((colour: string) => c.cost[colour]),
          ...(c.name ? [c.name, c.avengers, Number(c.time_icon)] : []),
        ]),
        nobles: (nobles ?? locations).map((n: Found) => colours.map((colour: string) => n.requirement[colour])),
      };
      return { code: JSON.stringify(slim), map: null };
    },
  };
}

interface FoundScene {
  id: string;
  elements: { id: string; icon: string; hit: { cx: number; cy: number; r: number } }[];
  [text: string]: unknown;
}

const SPOKEN = ['en', 'fr', 'nl'];

/** The pictures of Guardians without what only the engine needs: what stands where, and what it is called. */
function slimScenes(): Plugin {
  const texts = (found: Record<string, unknown>, key: string): unknown[] => SPOKEN.map((one) => found[key + one] ?? '');
  const scene = (found: FoundScene): unknown[] => [
    found.id,
    texts(found, 'title_'),
    texts(found, 'blurb_'),
    found.elements.map(({ id, icon, hit }) => {
      const name = id.slice(found.id.length + 1);
      return [icon, hit.cx, hit.cy, hit.r, ...(name === icon ? [] : [name])];
    }),
  ];
  return {
    name: 'jeton-slim-scenes',
    enforce: 'pre',
    transform(code, id) {
      if (!/guardians\/data\/scenes\.json$/.test(id)) return null;
      const { islands, postcards, lexicon } = JSON.parse(code);
      const words = Object.entries(lexicon as Record<string, Record<string, unknown>>);
      const slim = {
        islands: islands.map(scene),
        postcards: postcards.map(scene),
        words: Object.fromEntries(words.map(([icon, said]) => [icon, texts(said, '')])),
      };
      return { code: JSON.stringify(slim), map: null };
    },
  };
}

/** The server's pictures, named by style sheets: from where the sheets lie, whatever stands before their address. */
function nearPictures(): Plugin {
  return {
    name: 'jeton-near-pictures',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = String(file.source).replace(/url\((['"]?)\/pictures\//g, 'url($1../pictures/');
      }
    },
  };
}

// The page is built into the server's package: it ships inside the wheel.
const SERVER = 'http://127.0.0.1:8000';

export default defineConfig({
  base: '/',
  // what the page fetches lies beside what asks for it; the server puts its own prefix into index.html
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  plugins: [slimBoxes(), slimScenes(), svelte(), nearPictures()],
  worker: { format: 'es' },
  build: {
    outDir: '../src/jeton/server/static',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Left alone, each small part that an editor, a review or a puzzle wants too would be a file of its own. A group
        // takes with it what its parts need, so the first screen's comes before those of tables: it fetches nothing else.
        codeSplitting: {
          groups: [
            {
              name: 'pieces',
              test: /src\/games\/splendor\/(parts\/(Gem|Chip|Mini)\.|flights|box\.ts)/,
              priority: 5,
            },
            { name: 'home', test: /src\/App\.svelte/, priority: 4 },
            { name: 'kit', test: /src\/(sounds|kit\/(announce|LiveRegion|room|lengths))\./, priority: 3 },
            {
              name: 'table',
              test: /src\/table\/(session|socket|structuralSharing|TopBar|chat|seats|onlookers|kept)\./,
              priority: 2,
            },
            {
              name: 'cards',
              test: /src\/games\/splendor\/(parts\/(Card|Cost|Noble|ChipStack|Columns|Deck|Words|LogLine|Score)|look|sentences|history|moveDraft|Nobles|Market|Bank|Place)\./,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    // the server answers its own origin only, so the requests go on as if its own page had sent them
    proxy: Object.fromEntries(
      ['/api', '/pictures', '/ws'].map((path) => [
        path,
        { target: SERVER, changeOrigin: true, headers: { origin: SERVER }, ws: path === '/ws' },
      ]),
    ),
  },
  test: {
    include: ['tests/**/*.test.ts', 'src/**/*.test.ts'],
    environment: 'node',
    // the files share what they import, which takes half of the processor's time; no order of them matters
    isolate: false,
    pool: 'threads',
  },
});
