/**
 * How players are shown: as panels with my dock where there is room, as tiles with my strip on phones. A window wants
 * one pair at first; the other comes when nothing else is to be fetched, for who turns the device or drags the window.
 */
import { later } from '../../../kit/lazyImport.ts';
import type MyDock from './MyDock.svelte';
import type MyStrip from './MyStrip.svelte';
import type SeatPanel from './SeatPanel.svelte';
import type SeatTile from './SeatTile.svelte';

interface Seats {
  panel: typeof SeatPanel;
  dock: typeof MyDock;
  tile: typeof SeatTile;
  strip: typeof MyStrip;
}
type Name = keyof Seats;

const LOAD: { readonly [one in Name]: () => Promise<{ default: Seats[one] }> } = {
  panel: () => import('./SeatPanel.svelte'),
  dock: () => import('./MyDock.svelte'),
  tile: () => import('./SeatTile.svelte'),
  strip: () => import('./MyStrip.svelte'),
};

let here = $state.raw<Partial<Seats>>({});
const coming: Partial<Record<Name, Promise<void>>> = {};

function fetchPart<N extends Name>(name: N): Promise<void> {
  coming[name] ??= later(LOAD[name]).then((found) => {
    here = { ...here, [name]: found.default };
  });
  return coming[name];
}

/** The part of that name; null while it is on its way. */
export function seatPart<N extends Name>(name: N): Seats[N] | null {
  const found = here[name] as Seats[N] | undefined;
  if (!found) void fetchPart(name);
  return found ?? null;
}

/** Fetch what a window of this size shows, then the rest. */
export async function loadSeats(width = innerWidth, height = innerHeight): Promise<void> {
  const wide = width > height * 1.05 && width >= 1000 && height >= 560;
  await Promise.all((wide ? (['panel', 'dock'] as const) : (['tile', 'strip'] as const)).map(fetchPart));
  const rest = (): void => (Object.keys(LOAD) as Name[]).forEach((name) => void fetchPart(name));
  if ('requestIdleCallback' in window) requestIdleCallback(rest, { timeout: 5000 });
  else setTimeout(rest, 2000); // Safari
}
