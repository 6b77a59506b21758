// Flights of chips and cards over the table, computed from two views; nothing waits for them, any view may interrupt.
import { chipUri } from '../../art/gems.ts';
import type { Colour, Title } from '../../art/stones.ts';
import { pictureUri } from '../../lib/pictures.svelte.ts';
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
    return { src: chipUri(title, box.colours[flight.which] as Colour, 1), width: 46, height: 49 };
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
        kind: title === 'marvel' ? 'hero' : 'scene',
        id: card.id,
        level: card.level,
        colour: box.colours[card.bonus] as Colour,
      })
    : pictureUri({ kind: 'back', title, level: flight.level || 1 });
  return { src, width: 54, height: 74 };
}

export function fly(flights: readonly Flight[], box: Box): void {
  flights.slice(0, MOST).forEach((flight, i) => {
    const from = find(flight.from);
    const to = find(flight.to);
    const { src, width, height } = picture(flight, box);
    if (!from || !to || !src) return;
    const image = new Image(width, height);
    image.src = src;
    image.alt = '';
    image.className = 'flight';
    if (flight.what === 'card') {
      image.style.objectFit = 'cover';
      image.style.borderRadius = '7px';
      image.style.border = '2px solid #fbf4e3';
    }
    document.body.append(image);
    const at = (place: DOMRect): string =>
      `translate(${place.left + place.width / 2 - width / 2}px, ${place.top + place.height / 2 - height / 2}px)`;
    const flown = image.animate(
      [
        { transform: `${at(from)} scale(1)`, opacity: 1 },
        { transform: `${at(to)} scale(0.8)`, opacity: 1, offset: 0.9 },
        { transform: `${at(to)} scale(0.7)`, opacity: 0 },
      ],
      { duration: LENGTH, delay: i * APART, easing: 'cubic-bezier(0.2, 0.8, 0.25, 1)', fill: 'both' },
    );
    flown.finished.then(
      () => image.remove(),
      () => image.remove(),
    );
  });
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
