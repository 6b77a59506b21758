/** The component sheet, for looking at everything: `npm run dev`, then /sheet.html?theme=parchment&part=objects. */
import '../styles/tokens.css';
import '../styles/base.css';
import { mount } from 'svelte';
import Sheet from './Sheet.svelte';

const wish = new URLSearchParams(location.search);
const root = document.documentElement;
if (wish.get('theme')) root.dataset.theme = wish.get('theme')!;
if (wish.get('game')) root.dataset.game = wish.get('game')!;
mount(Sheet, { target: document.getElementById('sheet')!, props: { part: wish.get('part') ?? 'all' } });
