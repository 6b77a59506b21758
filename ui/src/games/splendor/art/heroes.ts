/** Marvel: an emblem for each character, never a likeness, and a skyline for each Location. */

import { INKS } from './lettering.ts';
import { type Colour, stone } from './stones.ts';
import { chance, dot, gradient, mix, n1, svg } from './svg.ts';

const BADGES = [
  'M50 6L88 22V54Q84 82 50 96Q16 82 12 54V22Z',
  'M50 4L90 27V73L50 96L10 73V27Z',
  'M50 4A46 46 0 1 1 49.9 4Z',
  'M50 2L63 20L86 14L82 37L98 50L82 63L86 86L63 80L50 98L37 80L14 86L18 63L2 50L18 37L14 14L37 20Z',
  'M50 2L98 50L50 98L2 50Z',
  'M18 8H82L96 50L82 92H18L4 50Z',
];

/** The emblem without its initials, in a box of 300 by 200; `badge` off leaves burst and halftone alone. */
export function heroParts(level: number, colour: Colour, id: number, badge = true): string {
  const [light, shade, ink] = INKS[colour]!;
  const r = chance(id * 977 + 5);
  const turn = r() * 20;
  const rays = [14, 18, 22][id % 3]!;
  const width = 180 / rays;
  let burst = '';
  for (let i = 0; i < rays; i++) {
    const a = (((i * 360) / rays + turn) * Math.PI) / 180;
    const b = a + (width * Math.PI) / 180;
    burst += `M150 88L${n1(150 + 260 * Math.cos(a))} ${n1(88 + 260 * Math.sin(a))}L${n1(150 + 260 * Math.cos(b))} ${n1(88 + 260 * Math.sin(b))}Z`;
  }
  const leftwards = id % 2 === 0;
  let dots = '';
  for (let y = 0; y < 11; y++) {
    for (let x = 0; x < 16; x++) {
      const size = 9.2 * (1 - (y + x * 0.16) / 11);
      const at = x * 20 + (y % 2) * 10;
      if (size > 0.8) dots += dot(leftwards ? 300 - at : at, 200 - y * 11, size);
    }
  }
  const body = gradient({
    id: 'e',
    stops: [
      [0, light],
      [1, shade],
    ],
  });
  const shape = BADGES[id % BADGES.length]!;
  const shield = badge
    ? `<g transform="translate(86 24) scale(1.28)"><path d="${shape}" fill="${ink}" transform="translate(5 5)" opacity=".55"/><path d="${shape}" fill="#fff8e8" stroke="${ink}" stroke-width="4" stroke-linejoin="round"/><path d="${shape}" transform="translate(10 10) scale(.8)" fill="url(#e)" stroke="${ink}" stroke-width="2.5"/></g>`
    : '';
  return `<defs>${body}</defs><rect width="300" height="200" fill="url(#e)"/><path d="${burst}" fill="#fff" opacity="${level === 3 ? 0.3 : 0.16}"/><path d="${dots}" fill="${ink}" opacity=".3"/>${shield}`;
}

/** The picture of a character's card. */
export const heroSvg = (level: number, colour: Colour, id: number): string =>
  svg(300, 200, heroParts(level, colour, id), true);

const NIGHT = '#0c0f24';

type Near = (r: () => number) => string;

const spires: Near = (r) => {
  let d = 'M100 170Q150 120 200 170Z';
  for (let i = 0; i < 9; i++) {
    const x = 20 + i * 30;
    const h = 50 + 70 * Math.sin(((i + 0.5) / 9) * Math.PI) + r() * 16;
    d += `M${x} 170V${n1(170 - h)}L${x + 10} ${n1(140 - h)}L${x + 20} ${n1(170 - h)}V170Z`;
  }
  return d;
};

const blocks: Near = (r) => {
  let d = '';
  for (let x = 4; x < 300; x += 30) d += `M${x} 170v-${n1(34 + r() * 54)}h26V170Z`;
  return d;
};

const domes: Near = () =>
  [
    [50, 30],
    [110, 40],
    [180, 50],
    [250, 32],
  ]
    .map(([x, w]) => {
      const top = 170 - w! * 0.6;
      return `M${x! - w!} 170V${n1(top)}A${w} ${w} 0 0 1 ${x! + w!} ${n1(top)}V170ZM${x! - 2} ${n1(154 - w! * 1.6)}h4v18h-4z`;
    })
    .join('');

/** What each Location shows before its row of far houses. */
const PLACES: Record<number, Near> = {
  1: (r) => spires(r),
  2: (r) => `${domes(r)}M8 170L30 92L52 170ZM206 170L224 70L242 170ZM150 96L156 62L162 96Z`,
  3: (r) => `${domes(r)}M130 170Q140 60 150 40Q160 60 170 170ZM20 170Q26 110 32 96Q38 110 44 170Z`,
  4: () =>
    'M30 170L50 96L84 70L112 40L158 30L206 46L238 84L262 120L276 170ZM112 40L104 14L128 34ZM206 46L222 22L224 58Z',
  5: (r) => `${spires(r)}M60 170Q150 70 240 170Z`,
  6: (r) => `${blocks(r)}M128 170V44L150 14L176 36V170ZM176 60L206 74V86L176 80Z`,
  7: (r) => `${blocks(r)}M40 170V66h34V170ZM46 66V52h22v14ZM54 52V34h6v18ZM196 170V82h44V170ZM206 82l12-22l12 22Z`,
  8: (r) =>
    `${blocks(r)}M60 170V74h40V170ZM130 170V40h40V170ZM200 170V74h40V170ZM60 96L150 62L240 96V108L150 76L60 108Z`,
};

/** The vignette of a Location (1 to 8) under the colours that it asks for. */
export function locationSvg(id: number, colours: readonly Colour[]): string {
  const r = chance(id * 331 + 9);
  const above = stone('marvel', colours[0]!);
  const below = stone('marvel', colours[1] ?? colours[0]!);
  let far = '';
  for (let x = 0; x < 300;) {
    const w = 14 + r() * 18;
    far += `M${n1(x)} 180V${n1(150 - (30 + r() * 60))}h${n1(w)}V180Z`;
    x += w + 2;
  }
  const near = (PLACES[id] ?? PLACES[6]!)(r);
  let lights = '';
  for (let i = 0; i < 22; i++) lights += `M${n1(10 + r() * 280)} ${n1(108 + r() * 56)}h4v5h-4z`;
  const air = gradient({
    id: 'k',
    stops: [
      [0, mix(above.dark, NIGHT, 0.45)],
      [1, mix(below.mid, '#ffd9a0', 0.35)],
    ],
  });
  return svg(
    300,
    180,
    `<defs>${air}</defs><rect width="300" height="180" fill="url(#k)"/><circle cx="${n1(60 + r() * 180)}" cy="56" r="30" fill="#fff2cf" opacity=".85"/>
    <path d="${far}" fill="${mix(above.dark, NIGHT, 0.35)}" opacity=".7"/><path d="${near}" fill="#10132a"/><path d="${lights}" fill="#ffe9a8" opacity=".9"/><rect y="168" width="300" height="12" fill="#0a0c1c"/>`,
    true,
  );
}
