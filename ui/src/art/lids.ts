/** The lids of the game boxes on the first screen. */

import { gemParts } from './gems.ts';
import { heroParts } from './heroes.ts';
import { sceneParts } from './scenes.ts';
import { type Colour, stone, type Title } from './stones.ts';
import { chance, dot, gradient, mix, n1, svg } from './svg.ts';

type Placed = [colour: Colour, x: number, y: number, size: number, turn: number, letter?: boolean];

const jewels = (title: Title, placed: Placed[]): string =>
  placed
    .map(([colour, x, y, size, turn, letter = false], i) => {
      const at = `translate(${x} ${y}) rotate(${turn} ${size / 2} ${size / 2}) scale(${size / 100})`;
      const shadow = `<ellipse cx="54" cy="64" rx="44" ry="42" opacity=".3"/>`;
      return `<g transform="${at}">${shadow}${gemParts(stone(title, colour), `j${i}`, { letter })}</g>`;
    })
    .join('');

/** An island on its hexagon. */
function island(x: number, y: number, ground: string, sea: string, seed: number): string {
  const r = chance(seed);
  const hex = 'M-74 0L-37-64H37L74 0L37 64H-37Z';
  let trees = '';
  let rocks = '';
  for (let i = 0; i < 7; i++) {
    const tx = -40 + r() * 76;
    const ty = -26 + r() * 44;
    if (i % 3) trees += `M${n1(tx)} ${n1(ty)}l8-22l8 22zM${n1(tx + 7)} ${n1(ty)}h2v5h-2z`;
    else rocks += `M${n1(tx)} ${n1(ty)}l6-9l9 2l5 7z`;
  }
  return `<g transform="translate(${x} ${y})"><path d="${hex}" fill="${sea}" stroke="#f4e3b5" stroke-width="3"/><path d="M-56 12C-60-20-30-40 0-38C36-40 62-16 56 10C50 34 20 42-6 40C-34 40-52 34-56 12Z" fill="${mix(ground, '#5b3a1e', 0.55)}" transform="translate(0 8)"/><path d="M-56 12C-60-20-30-40 0-38C36-40 62-16 56 10C50 34 20 42-6 40C-34 40-52 34-56 12Z" fill="${ground}"/><path d="${trees}" fill="${mix(ground, '#0b3d2c', 0.6)}"/><path d="${rocks}" fill="${mix(ground, '#3b3340', 0.6)}"/></g>`;
}

function guardians(): string {
  const sea = gradient({
    id: 's',
    round: [0.5, 0.3, 0.8],
    stops: [
      [0, '#3d98ad'],
      [1, '#124a63'],
    ],
  });
  let foam = '';
  const r = chance(12);
  for (let i = 0; i < 40; i++) foam += dot(r() * 300, r() * 400, 0.8 + r());
  return `<defs>${sea}</defs><rect width="300" height="400" fill="url(#s)"/><path d="${foam}" fill="#fff" opacity=".35"/>
    ${island(150, 20, '#8fb56a', '#2d8095', 3)}${island(36, 88, '#e59a86', '#3b8fa0', 8)}${island(264, 88, '#a5c96a', '#3b8fa0', 14)}${island(150, 154, '#e2bf76', '#2d8095', 21)}
    <g transform="translate(118 168)"><ellipse cx="32" cy="57" rx="24" ry="4.5" fill="#03151f" opacity=".55"/><path d="M30 6V46" stroke="#3a240a" stroke-width="4"/><path d="M33 6C52 14 56 30 54 42H33Z" fill="#4cc4b4" stroke="#1b1020" stroke-width="2.5" stroke-linejoin="round"/><path d="M27 14C16 20 11 32 11 42H27Z" fill="#a0e0d7" stroke="#1b1020" stroke-width="2.5" stroke-linejoin="round"/><path d="M6 45H58C56 54 50 58 44 58H20C13 58 8 53 6 45Z" fill="#7a4a2c" stroke="#1b1020" stroke-width="2.5"/></g>`;
}

/** The lid of a game's box, 300 by 400; its lower third is left to the name. */
export function lidSvg(title: Title | 'guardians'): string {
  if (title === 'guardians') return svg(300, 400, guardians(), true);
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
  const ship = `<g transform="translate(-150 0) scale(2)">${sceneParts(2, 'blue', 8, 'ship')}</g>`;
  const stones: Placed[] = [
    ['green', 34, 112, 84, -14],
    ['red', 186, 108, 90, 12],
    ['white', 96, 46, 112, 0],
    ['gold', 116, 146, 68, 0, true],
  ];
  return svg(300, 400, ship + jewels('splendor', stones), true);
}
