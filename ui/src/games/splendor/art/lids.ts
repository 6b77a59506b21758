/** The lids of the game boxes on the first screen. */

import { gemParts } from './gems.ts';
import { heroParts } from './heroes.ts';
import { posterParts } from './posters.ts';
import { type Colour, stone, type Title } from './stones.ts';
import { svg } from './svg.ts';

type Placed = [colour: Colour, x: number, y: number, size: number, turn: number, letter?: boolean];

const jewels = (title: Title, placed: Placed[]): string =>
  placed
    .map(([colour, x, y, size, turn, letter = false], i) => {
      const at = `translate(${x} ${y}) rotate(${turn} ${size / 2} ${size / 2}) scale(${size / 100})`;
      const shadow = `<ellipse cx="54" cy="64" rx="44" ry="42" opacity=".3"/>`;
      return `<g transform="${at}">${shadow}${gemParts(stone(title, colour), `j${i}`, { letter })}</g>`;
    })
    .join('');

/** The lid of a game's box, 300 by 400; its lower third is left to the name. */
export function lidSvg(title: Title): string {
  if (title === 'marvel') {
    const burst = `<g transform="translate(-150 -20) scale(2.1)">${heroParts(3, 'purple', 2, false)}</g>`;
    const stones: Placed[] = [
      ['yellow', 117, 40, 68, 0],
      ['purple', 36, 82, 68, 0],
      ['blue', 198, 82, 68, 0],
      ['red', 62, 160, 68, 0],
      ['orange', 172, 160, 68, 0],
      ['time', 117, 112, 66, 0],
    ];
    return svg(300, 400, burst + jewels('marvel', stones), true);
  }
  const ship = `<g transform="translate(-150 0) scale(2)">${posterParts(2, 'blue', 8, 'ship')}</g>`;
  const stones: Placed[] = [
    ['green', 34, 112, 84, -14],
    ['red', 186, 108, 90, 12],
    ['white', 96, 46, 112, 0],
    ['gold', 116, 146, 68, 0, true],
  ];
  return svg(300, 400, ship + jewels('splendor', stones), true);
}
