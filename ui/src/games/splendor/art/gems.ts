/** Gems and chips. Light falls from the upper left; a facet is as bright as it faces it. */

import { LETTERS } from './letters.ts';
import { type Colour, type Stone, stone, type Title } from './stones.ts';
import { dataUri, gradient, mix, n1, star, svg } from './svg.ts';

type Point = [x: number, y: number];

const TAU = Math.PI * 2;

const ring = (n: number, r: number, turn = 0): Point[] =>
  Array.from({ length: n }, (_, i) => {
    const a = turn + (i * TAU) / n;
    return [50 + r * Math.sin(a), 50 - r * Math.cos(a)];
  });

const scale = (points: Point[], k: number, cx: number, cy: number): Point[] =>
  points.map(([x, y]) => [cx + (x - cx) * k, cy + (y - cy) * k]);

const three = (points: Point[], inner: [number, number], cx = 50, cy = 50): Point[][] => [
  points,
  scale(points, inner[0], cx, cy),
  scale(points, inner[1], cx, cy),
];

/** A drop: its point on top, round below. */
const drop = (): Point[] => {
  const points: Point[] = [[50, 2]];
  for (let i = 0; i < 14; i++) {
    const a = -0.62 + (i / 13) * (Math.PI + 1.24);
    points.push([50 + 38 * Math.cos(a), 60 + 36 * Math.sin(a)]);
  }
  return points;
};

const bevel = (w: number, h: number, c: number): Point[] => [
  [50 - w + c, 50 - h],
  [50 + w - c, 50 - h],
  [50 + w, 50 - h + c],
  [50 + w, 50 + h - c],
  [50 + w - c, 50 + h],
  [50 - w + c, 50 + h],
  [50 - w, 50 + h - c],
  [50 - w, 50 - h + c],
];

const box = (r: number): Point[] => [
  [50 - r, 50 - r],
  [50 + r, 50 - r],
  [50 + r, 50 + r],
  [50 - r, 50 + r],
];

// biome-ignore format: outlines read best as rows of points
const MARQUISE: Point[] = [
  [50, 1],
  [68, 18],
  [81, 38],
  [84, 50],
  [81, 62],
  [68, 82],
  [50, 99],
  [32, 82],
  [19, 62],
  [16, 50],
  [19, 38],
  [32, 18],
];
// biome-ignore format: outlines read best as rows of points
const TRILLION: Point[] = [
  [14, 8],
  [50, 3],
  [86, 8],
  [97, 16],
  [92, 42],
  [76, 72],
  [58, 94],
  [50, 98],
  [42, 94],
  [24, 72],
  [8, 42],
  [3, 16],
];

/** For each cut: the outline, the girdle and the table, from outside in, and the height of the letter's middle. */
const CUTS: Partial<Record<Stone['cut'], { rings: Point[][]; middle: number }>> = {
  round: { rings: [ring(16, 47), ring(16, 39), ring(16, 27)], middle: 50 },
  step: { rings: [bevel(36, 48, 17), bevel(27, 38, 12), bevel(18, 28, 8)], middle: 50 },
  pear: { rings: three(drop(), [0.8, 0.56], 50, 60), middle: 60 },
  square: { rings: [box(42), box(28), box(19)], middle: 50 },
  hexagon: { rings: [ring(6, 50, TAU / 12), ring(6, 40, TAU / 12), ring(6, 28, TAU / 12)], middle: 50 },
  marquise: { rings: three(MARQUISE, [0.78, 0.56]), middle: 50 },
  trillion: { rings: three(TRILLION, [0.8, 0.56], 50, 44), middle: 42 },
};

/** The facets of the brilliant with their brightness. */
// biome-ignore format: facets read best as rows of points
const BRILLIANT: [Point[], number][] = [
  [
    [
      [24, 12],
      [3, 38],
      [31, 38],
    ],
    0.86,
  ],
  [
    [
      [24, 12],
      [50, 12],
      [31, 38],
    ],
    1,
  ],
  [
    [
      [50, 12],
      [31, 38],
      [69, 38],
    ],
    0.78,
  ],
  [
    [
      [50, 12],
      [76, 12],
      [69, 38],
    ],
    0.92,
  ],
  [
    [
      [76, 12],
      [69, 38],
      [97, 38],
    ],
    0.5,
  ],
  [
    [
      [3, 38],
      [31, 38],
      [50, 95],
    ],
    0.62,
  ],
  [
    [
      [31, 38],
      [69, 38],
      [50, 95],
    ],
    0.88,
  ],
  [
    [
      [69, 38],
      [97, 38],
      [50, 95],
    ],
    0.3,
  ],
];

function ramp(s: Stone, t: number): string {
  if (t < 0.34) return mix(s.deep, s.dark, t / 0.34);
  if (t < 0.67) return mix(s.dark, s.mid, (t - 0.34) / 0.33);
  return mix(s.mid, s.light, (t - 0.67) / 0.33);
}

const polygon = (points: Point[], fill: string, extra = ''): string =>
  `<path d="M${points.map(([x, y]) => `${n1(x)} ${n1(y)}`).join('L')}Z" fill="${fill}"${extra}/>`;

const facet = (points: Point[], fill: string): string => polygon(points, fill, ` stroke="${fill}" stroke-width=".5"`);

function facing(p: Point, q: Point): number {
  const x = (p[0] + q[0]) / 2 - 50;
  const y = (p[1] + q[1]) / 2 - 50;
  return 0.5 + 0.5 * ((-x * 0.55 - y * 0.83) / (Math.hypot(x, y) || 1));
}

function rosette(): string {
  let d = '';
  for (let i = 0; i < 96; i++) {
    const a = (i / 96) * TAU;
    const q = 42.5 + 4.5 * Math.cos(8 * a);
    d += `${i ? 'L' : 'M'}${n1(50 + q * Math.sin(a))} ${n1(50 - q * Math.cos(a))}`;
  }
  return `${d}Z`;
}

export interface GemLook {
  /** Show the letter; on by default. */
  letter?: boolean;
  /** Show the dark edge; on by default. */
  outline?: boolean;
  /** A bigger letter for small gems. */
  small?: boolean;
  /** Whose letters; English by default. */
  language?: string;
}

/** A gem in a box of 100 by 100, to be put into a picture; `id` must be its own within that picture. */
export function gemParts(s: Stone, id: string, { letter = true, outline = true, small = false }: GemLook = {}): string {
  const edge = s.cut === 'square' ? '#b9b1c2' : mix(s.deep, '#000000', 0.15);
  if (s.cut === 'rosette') {
    const body = gradient({
      id,
      line: [0, 0, 0.8, 1],
      stops: [
        [0, s.light],
        [0.5, s.mid],
        [1, s.dark],
      ],
    });
    return `<defs>${body}</defs><path d="${rosette()}" fill="url(#${id})"${outline ? ` stroke="${s.deep}" stroke-width="4"` : ''}/>
      <circle cx="50" cy="50" r="33" fill="none" stroke="${s.deep}" stroke-opacity=".45" stroke-width="2.5"/>
      <circle cx="50" cy="51.5" r="33" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="1.5"/>
      <path d="${star(50, 51, 25)}" fill="${s.ink}"/>`;
  }
  let out = '';
  let middle = 47;
  if (s.cut === 'brilliant') {
    out = BRILLIANT.map(([points, t]) => facet(points, ramp(s, t))).join('');
    out +=
      '<path d="M3 38H97M24 12L31 38L50 12L69 38L76 12M31 38L50 95L69 38" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="1.4" stroke-linejoin="round"/>';
    if (outline) {
      out += `<path d="M24 12H76L97 38L50 95L3 38Z" fill="none" stroke="${edge}" stroke-width="4" stroke-linejoin="round"/>`;
    }
  } else {
    const cut = CUTS[s.cut]!;
    middle = cut.middle;
    const [outer, girdle, table] = cut.rings as [Point[], Point[], Point[]];
    for (const [k, [from, to]] of [
      [outer, girdle],
      [girdle, table],
    ].entries()) {
      from!.forEach((p, i) => {
        const next = (i + 1) % from!.length;
        let t = facing(p, from![next]!);
        if (k === 1) t = 0.25 + 0.6 * t;
        t = 0.08 + 0.84 * t + (i % 2 ? 0.05 : -0.03);
        out += facet([p, from![next]!, to![next]!, to![i]!], ramp(s, Math.max(0, Math.min(1, t))));
      });
    }
    const shine = gradient({
      id,
      line: [0, 0, 1, 1],
      stops: [
        [0, mix(s.mid, s.light, 0.32)],
        [0.48, s.mid],
        [1, mix(s.mid, s.dark, 0.7)],
      ],
    });
    out += `<defs>${shine}</defs>${polygon(table, `url(#${id})`, ' stroke="#fff" stroke-opacity=".28" stroke-width="1.2"')}`;
    if (outline) out += polygon(outer, 'none', ` stroke="${edge}" stroke-width="4" stroke-linejoin="round"`);
  }
  return letter ? out + mark(s, middle, small) : out;
}

function mark(s: Stone, middle: number, small: boolean): string {
  const glyph = LETTERS[s.letter]!;
  const size = small ? 0.052 : 0.037;
  const dark = s.ink !== '#ffffff';
  const halo = n1((small ? 9 : 7) / size);
  const x = n1(50 - (glyph.width / 2) * size);
  return `<path transform="translate(${x} ${middle + (small ? 18 : 13)}) scale(${size})" d="${glyph.path}" fill="${s.ink}" stroke="${dark ? s.light : s.deep}" stroke-opacity="${dark ? 0.8 : 0.75}" stroke-width="${halo}" paint-order="stroke" stroke-linejoin="round"/>`;
}

/** A gem as a picture of its own. */
export const gemSvg = (title: Title, colour: Colour, look: GemLook = {}): string =>
  svg(100, 100, gemParts(stone(title, colour, look.language), 'g', look));

export interface ChipLook {
  /** How far each disc of a stack lies above the next, in hundredths of the width. */
  step?: number;
  /** Show the letter; on by default. */
  letter?: boolean;
  /** Turns the discs of a stack differently. */
  seed?: number;
  /** Whose letters; English by default. */
  language?: string;
}

/** The height of a stack of chips, in hundredths of its width. */
export const stackHeight = (count: number, step = 7): number => 106 + (Math.max(1, count) - 1) * step;

/** A stack of chips, one disc for each token; no token at all leaves a dashed ring. */
export function chipSvg(
  title: Title,
  colour: Colour,
  count = 1,
  { step = 7, letter = true, seed = 0, language }: ChipLook = {},
): string {
  const s = stone(title, colour, language);
  const gem = gemParts(s, 'g', { letter });
  if (count <= 0) {
    return svg(
      100,
      106,
      `<circle cx="50" cy="53" r="44" fill="#000" fill-opacity=".12" stroke="#8f8093" stroke-width="2.5" stroke-dasharray="7 6"/><g opacity=".6" transform="translate(27 30) scale(.46)">${gem}</g>`,
    );
  }
  const height = stackHeight(count, step);
  const clay = s.clay ?? s.dark;
  const insert = s.insert ?? '#f6ead2';
  const white = s.cut === 'brilliant';
  const side = mix(clay, '#000000', 0.42);
  const body = gradient({
    id: 'c',
    round: [0.36, 0.28, 0.9],
    stops: [
      [0, mix(clay, '#ffffff', white ? 0.75 : 0.3)],
      [0.55, clay],
      [1, mix(clay, '#000000', 0.28)],
    ],
  });
  let out = `<defs>${body}</defs><ellipse cx="52" cy="${n1(height - 50)}" rx="48" ry="49" opacity=".28"/>`;
  for (let i = count - 1; i >= 0; i--) {
    const y = 49 + i * step;
    const turn = `transform="rotate(${((i * 37 + seed * 11) % 33) - 10} 50 ${n1(y)})" stroke-dasharray="13 19.99" fill="none"`;
    out += `<circle cx="50" cy="${n1(y + step * 0.72)}" r="46.5" fill="${side}"/>
      <circle cx="50" cy="${n1(y + step * 0.6)}" r="43" stroke="${mix(insert, '#000000', 0.3)}" stroke-width="7" ${turn}/>
      <circle cx="50" cy="${n1(y)}" r="46.5" fill="${i ? mix(clay, '#000000', 0.12) : 'url(#c)'}" stroke="${mix(clay, '#000000', 0.5)}"/>
      <circle cx="50" cy="${n1(y)}" r="41.4" stroke="${insert}" stroke-width="9.6" ${turn}/>`;
  }
  const k = s.cut === 'rosette' ? 0.56 : 0.55;
  out += `<circle cx="50" cy="49" r="35" fill="${mix(clay, '#000000', white ? 0.12 : 0.3)}" stroke="${insert}" stroke-opacity=".85" stroke-width="1.8"/>
    <path d="M22 29A35 35 0 0 1 78 29" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="2"/>
    <g transform="translate(${n1(50 - 50 * k)} ${n1(49 - 50 * k)}) scale(${k})">${gem}</g>
    <path d="M12 34A41 41 0 0 1 58 7.5" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="3" stroke-linecap="round"/>`;
  return svg(100, height, out);
}

const kept = new Map<string, string>();

function keep(key: string, draw: () => string): string {
  let uri = kept.get(key);
  if (uri === undefined) {
    uri = dataUri(draw());
    kept.set(key, uri);
  }
  return uri;
}

/** Addresses for <img>; each is drawn once. */
export const gemUri = (title: Title, colour: Colour, look: GemLook = {}): string =>
  keep(`g ${title} ${colour} ${look.letter ?? true} ${look.small ?? false} ${look.language}`, () =>
    gemSvg(title, colour, look),
  );

export const chipUri = (title: Title, colour: Colour, count = 1, look: ChipLook = {}): string =>
  keep(`c ${title} ${colour} ${count} ${look.step} ${look.letter} ${look.seed} ${look.language}`, () =>
    chipSvg(title, colour, count, look),
  );
