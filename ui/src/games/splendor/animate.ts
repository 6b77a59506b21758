// Flights of chips and cards over the table, computed from two views; nothing waits for them, any view may interrupt.
import { language } from '../../words/words.svelte.ts';
import { chipUri } from './art/gems.ts';
import { pictureUri } from './art/lazyPictures.svelte.ts';
import type { Colour, Title } from './art/stones.ts';
import type { Box } from './box.ts';
import type { Flight } from './flights.ts';

const LENGTH = 380;
const APART = 40;
const MOST = 14;
const RING = 1200;

function find(name: string): DOMRect | null {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-at="${name}"]`)) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) return box;
  }
  return null;
}

function picture(flight: Flight, box: Box): { src: string | null; width: number; height: number } {
  const title = box.title as Title;
  if (flight.what === 'chip') {
    return {
      src: chipUri(title, box.colours[flight.which] as Colour, 1, { language: language() }),
      width: 46,
      height: 49,
    };
  }
  if (flight.what === 'noble') {
    const colours = (box.nobles[flight.which - 1]?.need ?? []).flatMap((n, i) => (n ? [box.colours[i] as Colour] : []));
    return {
      src: pictureUri({ kind: title === 'marvel' ? 'location' : 'noble', id: flight.which, colours }),
      width: 60,
      height: 60,
    };
  }
  const card = flight.which ? box.cards[flight.which - 1] : null;
  const src = card
    ? pictureUri({
        kind: title === 'marvel' ? 'hero' : 'poster',
        id: card.id,
        level: card.level,
        colour: box.colours[card.bonus] as Colour,
      })
    : pictureUri({ kind: 'back', title, level: flight.level || 1 });
  return { src, width: 54, height: 74 };
}

/** Once the present frame is painted: what moves then does not wait for that work. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work));
}

/**
 * Let things fly. They lie in a layer of their own that comes and goes at once, so the table under it is not painted
 * again.
 */
export function fly(flights: readonly Flight[], box: Box): void {
  const layer = document.createElement('div');
  layer.className = 'flights';
  const places = new Map<string, DOMRect | null>();
  const at = (name: string): DOMRect | null => {
    if (!places.has(name)) places.set(name, find(name));
    return places.get(name) ?? null;
  };
  const ready = flights.slice(0, MOST).flatMap((flight) => {
    const [from, to] = [at(flight.from), at(flight.to)];
    const drawn = picture(flight, box);
    return from && to && drawn.src ? [{ flight, from, to, drawn }] : [];
  });
  if (!ready.length) return;
  const flown = ready.map(({ flight, from, to, drawn: { src, width, height } }, i) => {
    const image = new Image(width, height);
    image.src = src as string;
    image.alt = '';
    image.className = flight.what;
    layer.append(image);
    const spot = (place: DOMRect): string =>
      `translate(${place.left + place.width / 2 - width / 2}px, ${place.top + place.height / 2 - height / 2}px)`;
    return image.animate(
      [
        { transform: `${spot(from)} scale(1)`, opacity: 1 },
        { transform: `${spot(to)} scale(0.8)`, opacity: 1, offset: 0.9 },
        { transform: `${spot(to)} scale(0.7)`, opacity: 0 },
      ],
      { duration: LENGTH, delay: i * APART, easing: 'cubic-bezier(0.2, 0.8, 0.25, 1)', fill: 'both' },
    ).finished;
  });
  document.body.append(layer);
  void Promise.allSettled(flown).then(() => layer.remove());
}

/**
 * Parse the stacks of the bank beforehand, a few at a time while there is nothing else to do: a change then shows at
 * once.
 */
export function warm(box: Box, step: number): () => void {
  const title = box.title as Title;
  const kept: HTMLImageElement[] = [];
  const left = box.colours.flatMap((colour, seed) =>
    Array.from({ length: 8 }, (_, count) =>
      chipUri(title, colour as Colour, count, { step, letter: true, seed, language: language() }),
    ),
  );
  const wait = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
  let stopped = false;
  const go = (): void => {
    if (stopped) return;
    for (const src of left.splice(0, 3)) {
      const image = new Image();
      image.src = src;
      kept.push(image);
    }
    if (left.length) wait(go);
  };
  wait(go);
  return () => {
    stopped = true;
    kept.length = 0;
  };
}

/** Without motion: what changed gets a ring for a while. */
export function mark(flights: readonly Flight[]): void {
  for (const name of new Set(flights.flatMap((flight) => [flight.from, flight.to]))) {
    for (const element of document.querySelectorAll<HTMLElement>(`[data-at="${name}"]`)) {
      element.classList.add('changed');
      setTimeout(() => element.classList.remove('changed'), RING);
    }
  }
}
