/** The few tools that all drawings share: numbers, colours, chance that is always the same, and the way into an <img>. */

/** A number with one decimal at most, as short as it can be written. */
export const n1 = (value: number): string => String(+value.toFixed(1));

const channels = (hex: string): number[] => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));

/** The colour that lies `t` of the way from `a` to `b`; all are written #rrggbb. */
export function mix(a: string, b: string, t: number): string {
  const to = channels(b);
  return `#${channels(a)
    .map((v, i) =>
      Math.round(v + (to[i]! - v) * t)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** A row of numbers from 0 to 1 that depends on its seed alone. */
export function chance(seed: number): () => number {
  let s = seed | 0;
  return () => {
    s = (Math.imul(s ^ (s >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return ((s ^ (s >>> 13)) >>> 0) / 4294967296;
  };
}

/** A whole picture. `slice` fills its frame and crops what is too much; without it the picture fits inside. */
export function svg(width: number, height: number, body: string, slice = false): string {
  const fit = slice ? ' preserveAspectRatio="xMidYMid slice"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n1(width)} ${n1(height)}"${fit}>${body.replace(/>\s+</g, '><')}</svg>`;
}

const ESCAPES: Record<string, string> = { '"': "'", '%': '%25', '#': '%23', '<': '%3C', '>': '%3E', '\n': '%0A' };

/** A picture as an address for <img>: it keeps the page's markup light, and its ids can't clash with another's. */
export const dataUri = (picture: string): string =>
  `data:image/svg+xml,${picture.replace(/["%#<>\n]/g, (c) => ESCAPES[c]!)}`;

export interface Gradient {
  id: string;
  stops: [offset: number, colour: string, opacity?: number][];
  /** Direction of a linear gradient, in parts of the box; top to bottom if left out. */
  line?: [x1: number, y1: number, x2: number, y2: number];
  /** Centre and radius of a radial gradient instead. */
  round?: [cx: number, cy: number, r: number];
}

export function gradient({ id, stops, line = [0, 0, 0, 1], round }: Gradient): string {
  const inner = stops
    .map(([at, colour, opacity]) => {
      const faint = opacity === undefined ? '' : ` stop-opacity="${opacity}"`;
      return `<stop offset="${at}" stop-color="${colour}"${faint}/>`;
    })
    .join('');
  if (round) {
    return `<radialGradient id="${id}" cx="${round[0]}" cy="${round[1]}" r="${round[2]}">${inner}</radialGradient>`;
  }
  return `<linearGradient id="${id}" x1="${line[0]}" y1="${line[1]}" x2="${line[2]}" y2="${line[3]}">${inner}</linearGradient>`;
}

/** A disc as a part of a path, so that a hundred dots are one element. */
export const dot = (x: number, y: number, r: number): string =>
  `M${n1(x - r)} ${n1(y)}a${n1(r)} ${n1(r)} 0 1 0 ${n1(2 * r)} 0a${n1(r)} ${n1(r)} 0 1 0-${n1(2 * r)} 0Z`;

/** A star with `points` tips as a path. */
export function star(cx: number, cy: number, outer: number, inner = outer * 0.42, points = 5): string {
  let d = '';
  for (let i = 0; i < points * 2; i++) {
    const a = (i / (points * 2)) * Math.PI * 2;
    const q = i % 2 ? inner : outer;
    d += `${i ? 'L' : 'M'}${n1(cx + q * Math.sin(a))} ${n1(cy - q * Math.cos(a))}`;
  }
  return `${d}Z`;
}
