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

const STAR = 'polygon(50% 0, 62% 36%, 100% 38%, 70% 60%, 80% 98%, 50% 76%, 20% 98%, 30% 60%, 0 38%, 38% 36%)';
const EASE = 'cubic-bezier(0.1, 0.7, 0.3, 1)';

/** Something for the eye alone that moves over the page, and is gone when it has ended. */
function moved(thing: HTMLElement, style: string, frames: Keyframe[], how: KeyframeAnimationOptions): Animation {
  thing.style.cssText = `position: fixed; z-index: 50; pointer-events: none; ${style}`;
  thing.dataset.joy = '';
  thing.setAttribute('aria-hidden', 'true');
  document.body.append(thing);
  const flown = thing.animate(frames, { easing: EASE, fill: 'both', ...how });
  const gone = (): void => thing.remove();
  flown.finished.then(gone, gone);
  return flown;
}

/** A moment of joy: a ring of light and stars out of a place. Returns the function that removes what is in the air. */
export function burst(name: string, count = 18): () => void {
  const box = find(name);
  if (!box) return () => {};
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const wide = Math.max(90, Math.min(box.width, 220));
  const colours = ['#ffe3a0', '#ffd166', '#fff6dc', '#9fd8ff'];
  const ring = `left: ${x - wide / 2}px; top: ${y - wide / 2}px; width: ${wide}px; height: ${wide}px; border-radius: 50%; border: ${wide * 0.05}px solid #ffe3a0`;
  const grown = [
    { scale: 0.5, opacity: 0.9 },
    { scale: 1.9, opacity: 0 },
  ];
  const flying = [moved(document.createElement('i'), ring, grown, { duration: 900 })];
  for (let i = 0; i < count; i++) {
    const size = wide * (0.09 + (i % 4) * 0.03);
    const turn = (i / count) * 2 * Math.PI;
    const far = wide * (0.75 + (i % 4) * 0.2);
    const to = `translate(${Math.cos(turn) * far}px, ${Math.sin(turn) * far + wide * 0.14}px) rotate(${i * 40}deg)`;
    const style = `left: ${x - size / 2}px; top: ${y - size / 2}px; width: ${size}px; height: ${size}px; clip-path: ${STAR}; background: ${colours[i % 4]}`;
    const frames = [
      { transform: 'scale(0.4)', opacity: 1, easing: EASE },
      { transform: to, opacity: 1, offset: 0.6 },
      { transform: `${to} scale(0.4)`, opacity: 0 },
    ];
    flying.push(
      moved(document.createElement('i'), style, frames, { duration: 1300 + (i % 3) * 150, easing: 'linear' }),
    );
  }
  return () => {
    for (const flown of flying) flown.cancel();
  };
}

/** My victory: coins rain over the page, once. Returns the function that removes those still in the air. */
export function rain(count = 36): () => void {
  const flying = Array.from({ length: count }, (_, i) => {
    const coin = new Image();
    coin.src = token(`coin-${i % 4 ? 'gold' : 'legend'}`);
    coin.alt = '';
    const size = 22 + ((i * 7) % 5) * 7;
    const left = ((i * 61) % 100) - 2;
    const style = `left: ${left}vw; top: ${-size}px; width: ${size}px; height: ${size}px`;
    const down = `translate(${((i * 37) % 90) - 45}px, calc(100vh + ${2 * size}px)) rotate(${((i * 53) % 500) - 250}deg)`;
    const frames = [{ transform: 'none' }, { transform: down }];
    const how = { duration: 1700 + ((i * 29) % 11) * 130, delay: ((i * 17) % 23) * 70, easing: 'ease-in' };
    return moved(coin, style, frames, how);
  });
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
