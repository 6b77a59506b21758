/** What is printed on the back of the decks, and the towers of chips in which a result is told. */

import { ROMAN_ONE } from './letters.ts';
import { SOURCE_COLOURS, type Source } from './sources.ts';
import type { Title } from './stones.ts';
import { mix, n1, star, svg } from './svg.ts';

const BACKS: Record<Title, [ground: string, line: string][]> = {
  splendor: [
    ['#7a4a2c', '#d9a36a'],
    ['#3d5466', '#a9c4d2'],
    ['#4b1f3a', '#e3b04b'],
  ],
  marvel: [
    ['#2a3f8f', '#8fb0ff'],
    ['#6b1e6e', '#f09bf0'],
    ['#8f1d2c', '#ffb3a1'],
  ],
};

/** The back of a card of level 1, 2 or 3. */
export function backSvg(title: Title, level: number): string {
  const [ground, line] = BACKS[title][level - 1]!;
  let rosette = '';
  for (let i = 0; i < 12; i++)
    rosette += `<ellipse cx="50" cy="62" rx="34" ry="13" transform="rotate(${i * 15} 50 62)"/>`;
  const k = 0.02;
  const gap = 400;
  let number = '';
  for (let i = 0; i < level; i++) number += `<path transform="translate(${i * gap} 0)" d="${ROMAN_ONE.path}"/>`;
  const width = ((level - 1) * gap + ROMAN_ONE.width) * k;
  return svg(
    100,
    136,
    `<rect width="100" height="136" fill="${ground}"/><g fill="none" stroke="${line}" stroke-opacity=".55" stroke-width=".9">${rosette}</g>
    <rect x="7" y="7" width="86" height="122" rx="7" fill="none" stroke="${line}" stroke-width="1.6"/><circle cx="50" cy="62" r="17" fill="${ground}" stroke="${line}" stroke-width="2"/>
    <g transform="translate(${n1(50 - width / 2)} 69) scale(${k})" fill="${line}">${number}</g>`,
    true,
  );
}

const WIDTH = 150;
const THICK = 19;
const TILT = WIDTH * 0.15;

/** The height of a tower of that many chips, in its own units; its width is 150. */
export const towerHeight = (points: number): number => points * THICK + TILT * 2 + 8;

/** One chip of a tower seen from the side, its upper face at y. */
function disc(index: number, y: number, colour: string): string {
  const cx = WIDTH / 2 + Math.sin(index * 2.3) * 2.2;
  const rx = WIDTH / 2 - 6;
  let inserts = '';
  for (const at of [-0.78, -0.28, 0.22, 0.72]) {
    const t = at + (index % 3) * 0.12;
    const half = 7 * Math.cos(t);
    const drop = 3 * Math.sin(t);
    inserts += `M${n1(cx + rx * Math.sin(t) - half)} ${n1(y + TILT * Math.cos(t))}l${n1(2 * half)} ${n1(-drop)}v${THICK - 2}l${n1(-2 * half)} ${n1(drop)}z`;
  }
  return `<path d="M${n1(cx - rx)} ${n1(y)}v${THICK - 1.5}a${rx} ${TILT} 0 0 0 ${2 * rx} 0v-${THICK - 1.5}z" fill="${mix(colour, '#000000', 0.38)}"/><path d="${inserts}" fill="#f8ecd2" opacity=".92"/>
    <ellipse cx="${n1(cx)}" cy="${n1(y)}" rx="${rx}" ry="${TILT}" fill="${colour}"/><ellipse cx="${n1(cx)}" cy="${n1(y)}" rx="${n1(rx * 0.76)}" ry="${n1(TILT * 0.74)}" fill="${mix(colour, '#000000', 0.14)}" stroke="${mix(colour, '#ffffff', 0.28)}" stroke-width="1.5"/>`;
}

/** A tower with one chip for each point, from the bottom up. */
export function towerSvg(parts: readonly [Source, number][]): string {
  const points = parts.reduce((sum, [, n]) => sum + n, 0);
  const height = towerHeight(points);
  let y = height - TILT - 4 - THICK;
  let index = 0;
  let out = `<ellipse cx="${WIDTH / 2 + 4}" cy="${n1(height - TILT - 1)}" rx="${WIDTH / 2 - 5}" ry="${TILT}" opacity=".22"/>`;
  for (const [source, n] of parts) {
    for (let i = 0; i < n; i++) {
      out += disc(index++, y, SOURCE_COLOURS[source]);
      y -= THICK;
    }
  }
  if (points) {
    const cx = WIDTH / 2 + Math.sin((index - 1) * 2.3) * 2.2;
    out += `<path d="${star(cx, 0, WIDTH * 0.17)}" transform="translate(0 ${n1(y + THICK)}) scale(1 .36)" fill="#fff3cf" opacity=".95"/>`;
  }
  return svg(WIDTH, height, out);
}
