/** The component sheet, for looking at everything: `npm run dev`, then /sheet.html?theme=parchment&part=objects. */
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/button.css';
import { type Component, mount } from 'svelte';

const SHEETS = import.meta.glob<{ default: Component<{ part: string }> }>('../games/*/sheet/Sheet.svelte');

const wish = new URLSearchParams(location.search);
const root = document.documentElement;
if (wish.get('theme')) root.dataset.theme = wish.get('theme')!;
if (wish.get('game')) root.dataset.game = wish.get('game')!;
const sheets = Object.entries(SHEETS);
const [, open] = sheets.find(([path]) => path.includes(`/${wish.get('game')}/`)) ?? sheets.at(-1)!;
void open().then(({ default: Sheet }) =>
  mount(Sheet, { target: document.getElementById('sheet')!, props: { part: wish.get('part') ?? 'all' } }),
);
