// Coins that fly from an island to purses, or from a purse to the bank or to another one. Nothing waits for them.
import { token } from '../pictures.ts';
import { type Amount, changesOf, type Step } from './story.ts';

export interface CoinFlight {
  coin: 'gold' | 'legend';
  /** The `data-at` of an element. */
  from: string;
  to: string;
}

const seatAt = (seat: number): string => `seat-${seat}`;

/** What a payment lets fly: out of the island, or back into it. */
export function coinFlights(changes: readonly Amount[], island: string): CoinFlight[] {
  const flights: CoinFlight[] = [];
  const add = (coin: CoinFlight['coin'], seat: number, count: number): void => {
    const [from, to] = count > 0 ? [`island-${island}`, seatAt(seat)] : [seatAt(seat), `island-${island}`];
    for (let i = 0; i < Math.abs(count); i++) flights.push({ coin, from, to });
  };
  for (const { seat, gold, coins } of changes) {
    add('gold', seat, gold);
    add('legend', seat, coins);
  }
  return flights;
}

/** The coins that fly while a step is shown. */
export function flightsOf(step: Step): CoinFlight[] {
  return 'found' in step ? coinFlights(changesOf(step), step.found.location) : [];
}

const LENGTH = 900;
const APART = 90;
const MOST = 24;

function find(name: string): DOMRect | null {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-at="${name}"]`)) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) return box;
  }
  return null;
}

/** A purse that gets a coin shows it by its figure: a whole growing row would be wider than its list. */
function bump(name: string): void {
  for (const purse of document.querySelectorAll<HTMLElement>(`[data-at="${name}"] .sum`)) {
    purse.animate([{ scale: 1 }, { scale: 1.25 }, { scale: 1 }], { duration: 180 });
  }
}

/** A moment of joy: sparks out of a place. Returns the function that removes those still in the air. */
export function burst(name: string, count = 14): () => void {
  const box = find(name);
  const flying: Animation[] = [];
  if (!box) return () => {};
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const colours = ['#ffe3a0', '#ffd166', '#fff6dc', '#9fd8ff'];
  for (let i = 0; i < count; i++) {
    const spark = document.createElement('i');
    const size = 6 + (i % 3) * 3;
    spark.style.cssText = `position: fixed; z-index: 50; left: ${x - size / 2}px; top: ${y - size / 2}px; width: ${size}px; height: ${size}px; border-radius: ${i % 2 ? '50%' : '2px'}; background: ${colours[i % 4]}; pointer-events: none`;
    document.body.append(spark);
    const turn = (i / count) * 2 * Math.PI;
    const far = Math.max(50, box.width * (0.75 + (i % 4) * 0.16));
    const to = `translate(${Math.cos(turn) * far}px, ${Math.sin(turn) * far + 18}px) rotate(${i * 40}deg) scale(0.3)`;
    const flown = spark.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: to, opacity: 0 },
      ],
      {
        duration: 800 + (i % 3) * 120,
        easing: 'cubic-bezier(0.1, 0.7, 0.3, 1)',
        fill: 'both',
      },
    );
    const gone = (): void => spark.remove();
    flown.finished.then(gone, gone);
    flying.push(flown);
  }
  return () => {
    for (const flown of flying) flown.cancel();
  };
}

/** Let coins fly; returns the function that removes those still in the air. */
export function fly(flights: readonly CoinFlight[], size = 30): () => void {
  const flying: Animation[] = [];
  flights.slice(0, MOST).forEach(({ coin, from, to }, i) => {
    const [start, end] = [find(from), find(to)];
    if (!start || !end) return;
    const image = new Image(size, size);
    image.src = token(`coin-${coin}`);
    image.alt = '';
    image.style.cssText = 'position: fixed; z-index: 50; left: 0; top: 0; pointer-events: none';
    document.body.append(image);
    const at = ({ left, top, width, height }: DOMRect, up = 0): string =>
      `translate(${left + width / 2 - size / 2}px, ${top + height / 2 - size / 2 - up}px)`;
    const flown = image.animate(
      [
        { transform: `${at(start)} scale(0.4)`, opacity: 0 },
        { transform: `${at(start, 40)} scale(1.3)`, opacity: 1, offset: 0.2 },
        { transform: `${at(start, 34)} scale(1.15)`, opacity: 1, offset: 0.4 },
        { transform: `${at(end)} scale(1)`, opacity: 1, offset: 0.92 },
        { transform: `${at(end)} scale(0.6)`, opacity: 0 },
      ],
      { duration: LENGTH, delay: i * APART, easing: 'cubic-bezier(0.3, 0.6, 0.3, 1)', fill: 'both' },
    );
    const gone = (): void => image.remove();
    flown.finished.then(() => {
      gone();
      bump(to);
    }, gone);
    flying.push(flown);
  });
  return () => {
    for (const flown of flying) flown.cancel();
  };
}
