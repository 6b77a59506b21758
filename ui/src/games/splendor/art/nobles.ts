/** Nobles: an ivory cameo in profile, set in brass, on a heraldic field in the colours that the noble asks for. */

import { type Colour, stone } from './stones.ts';
import { gradient, mix, n1, svg } from './svg.ts';

const DARK = '#3b1f33';
const BRASS = '#e3b04b';
const IVORY = '#f8ebd0';
const GOWN = '#5b2f49';

const HAIR = `<path d="M36 60C28 46 30 27 46 22C54 20 62 22 66 29C57 29 52 34 51 42C50 50 47 56 45 66Z" fill="${DARK}"/>`;

const HEADS = {
  crown: `${HAIR}<path d="M31 33L27 12L38 21L47 7L56 20L68 11L68 31Q50 24 31 33Z" fill="${BRASS}"/><path d="M31 33Q50 24 68 31L68 27Q50 20 30 29Z" fill="#8a5f16"/><circle cx="49" cy="25" r="2.4" fill="#fff"/>`,
  beret: `${HAIR}<path d="M24 35Q20 15 46 13Q76 13 75 29Q50 24 24 35Z" fill="${DARK}"/><path d="M24 35Q50 24 75 29L74 33Q50 28 26 38Z" fill="${BRASS}"/>`,
  cap: `${HAIR}<path d="M27 34Q28 18 50 16Q71 17 74 31Q48 25 27 34Z" fill="${DARK}"/><path d="M27 34Q48 25 74 31L76 34Q50 29 27 38Z" fill="#6d3b57"/><path d="M40 20Q22 2 8 16Q20 14 24 20Q14 20 11 27Q26 22 36 27Z" fill="${IVORY}"/>`,
  turban: `<path d="M28 42Q16 14 47 9Q79 11 72 36Q52 25 28 42Z" fill="${IVORY}"/><path d="M30 38Q44 20 70 22M26 30Q40 14 64 13" fill="none" stroke="#b08d57" stroke-width="2"/><path d="M66 20q3-13 9-15q3 8-4 17z" fill="${BRASS}"/><circle cx="68" cy="24" r="3.4" fill="${BRASS}"/><path d="M57 71C60 82 66 83 70 70L69 64C66 67 60 67 57 71Z" fill="${DARK}"/>`,
  hood: `<path d="M28 82Q18 42 32 24Q46 10 67 25Q54 25 49 36Q45 54 47 84Z" fill="${DARK}"/><path d="M67 25Q54 25 49 36Q45 54 47 76L43 74Q40 50 45 34Q51 22 66 22Z" fill="${BRASS}"/>`,
  coif: `<circle cx="30" cy="46" r="11" fill="${DARK}"/><path d="M36 62C28 46 28 25 47 20C56 18 64 22 66 28C56 28 52 35 51 43C50 50 47 56 45 66Z" fill="${DARK}"/><path d="M33 30Q46 14 62 22" fill="none" stroke="${BRASS}" stroke-width="3"/><g fill="${IVORY}"><circle cx="38" cy="24" r="2"/><circle cx="46" cy="20" r="2"/><circle cx="55" cy="20" r="2"/></g>`,
};

const pleats = Array.from({ length: 9 }, (_, i) => {
  const x = n1(28 + i * 5.4);
  return `<ellipse cx="${x}" cy="${n1(76 + Math.sin((i / 8) * Math.PI) * 5)}" rx="4.4" ry="7" transform="rotate(${-24 + i * 6} ${x} 78)"/>`;
}).join('');

const COLLARS = {
  ruff: `<path d="M10 104C12 90 26 84 40 80L62 82C78 86 88 92 90 104Z" fill="${DARK}"/><g fill="#fffaf0" stroke="#b89a6a">${pleats}</g>`,
  fur: `<path d="M6 104C10 86 28 82 40 78L60 80C76 84 90 90 94 104Z" fill="${GOWN}"/><path d="M30 80Q46 92 64 81L78 104H58L48 92L40 104H18Z" fill="${IVORY}"/><path d="M30 90l2 6h-4zM44 88l2 6h-4zM60 88l2 6h-4zM68 96l2 6h-4z" fill="${DARK}"/>`,
  gown: `<path d="M12 104C14 90 28 86 40 80Q50 92 60 81C76 86 86 92 88 104Z" fill="${GOWN}"/><path d="M36 82Q50 98 63 82" fill="none" stroke="${BRASS}" stroke-width="3"/>`,
  chain: `<path d="M8 104C12 88 28 82 40 78L60 80C76 84 88 90 92 104Z" fill="${DARK}"/><path d="M30 82Q48 110 70 84" fill="none" stroke="${BRASS}" stroke-width="3.6" stroke-dasharray="4 2.5"/>`,
};

const scatter = (count: number, place: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => place(i)).join('');

const staggered = (i: number): string =>
  `translate(${(i % 4) * 26 + (Math.floor(i / 4) % 2) * 13} ${Math.floor(i / 4) * 26})`;

/** The field: `a` is the pattern, `c` its second tone; the ground is laid before. */
const FIELDS = {
  quarter: (a: string): string => `<path d="M0 0H50V50H0ZM50 50H100V100H50Z" fill="${a}"/>`,
  barry: (a: string): string =>
    `<path d="M0 0H100V12.5H0ZM0 25H100V37.5H0ZM0 50H100V62.5H0ZM0 75H100V87.5H0Z" fill="${a}"/>`,
  lozenge: (a: string, c: string): string =>
    scatter(
      25,
      (i) =>
        `<path transform="translate(${(i % 5) * 25} ${Math.floor(i / 5) * 25})" d="M12.5 0L25 12.5L12.5 25L0 12.5Z" fill="${i % 2 ? a : c}"/>`,
    ),
  chequy: (a: string): string =>
    `<path d="${scatter(36, (i) => ((i + Math.floor(i / 6)) % 2 ? `M${n1((i % 6) * 16.7)} ${n1(Math.floor(i / 6) * 16.7)}h16.7v16.7h-16.7z` : ''))}" fill="${a}"/>`,
  bend: (a: string, c: string): string =>
    `<path d="M0 0H34L100 66V100H66L0 34Z" fill="${a}"/><path d="M100 0V30L70 0ZM0 100V70L30 100Z" fill="${c}"/>`,
  pall: (a: string, c: string): string =>
    `<path d="M0 0L50 46L100 0V22L60 60V100H40V60L0 22Z" fill="${a}"/><path d="M20 0H80L50 28Z" fill="${c}"/>`,
  ermine: (a: string, c: string): string =>
    scatter(
      16,
      (i) => `<path transform="${staggered(i)}" d="M11 2l3 4l-3 4l-3-4zM11 11l5 12h-10z" fill="${i % 3 ? a : c}"/>`,
    ),
  fleury: (a: string, c: string): string =>
    scatter(
      16,
      (i) =>
        `<path transform="${staggered(i)}" d="M11 1q5 7 0 13q-5-6 0-13M4 7q6 1 6 8h-2q-5 0-4-8M18 7q-6 1-6 8h2q5 0 4-8M6 16h10v2H6zM11 18l3 6h-6z" fill="${i % 2 ? a : c}"/>`,
    ),
};

type Person = [head: keyof typeof HEADS, collar: keyof typeof COLLARS, field: keyof typeof FIELDS];

const PEOPLE: Record<number, Person> = {
  1: ['beret', 'gown', 'pall'],
  2: ['crown', 'ruff', 'quarter'],
  3: ['hood', 'gown', 'ermine'],
  4: ['coif', 'ruff', 'lozenge'],
  5: ['cap', 'fur', 'bend'],
  6: ['turban', 'chain', 'barry'],
  7: ['hood', 'ruff', 'pall'],
  8: ['coif', 'ruff', 'chequy'],
  9: ['beret', 'fur', 'fleury'],
  10: ['crown', 'fur', 'quarter'],
};

const PROFILE = `<path d="M38 84C39 74 38 66 34 57C28 44 31 27 46 23C58 20 66 26 68 36C68.5 39 67.5 41 69 44L74 52C75 54 73.5 55 71 55.5C71.5 57.5 72 58.5 70.5 60C71.5 61.5 71 63 69.5 64C70 67 69 70 65 70.5C61 71 59 71 58 73C57 77 58 80 60 86Z" fill="${IVORY}" stroke="#1d0f18" stroke-opacity=".35" stroke-width="1.5"/><path d="M46 62C52 68 58 70 58 73C57 77 58 80 60 86H46Z" fill="#c9a877" opacity=".55"/><path d="M62 43q3-2 5.5-.5" stroke="#5a3d28" stroke-width="1.8" fill="none"/>`;

const cloth = (colour: Colour): string =>
  colour === 'white' ? '#cfd3df' : mix(stone('splendor', colour).mid, '#2a1826', 0.18);

/** The medallion of a noble (1 to 10) with the colours of its requirement, in their order. */
export function nobleSvg(id: number, colours: readonly Colour[]): string {
  const [head, collar, field] = PEOPLE[id] ?? PEOPLE[((id - 1) % 10) + 1]!;
  const tones = colours.map(cloth);
  const a = tones[0]!;
  const ground = tones[1] ?? a;
  const c = tones[2] ?? a;
  const rim = gradient({
    id: 'b',
    line: [0, 0, 1, 1],
    stops: [
      [0, '#ffe9ae'],
      [0.45, '#c9963a'],
      [1, '#7c5313'],
    ],
  });
  const shade = gradient({
    id: 'v',
    round: [0.4, 0.3, 0.8],
    stops: [
      [0, '#ffffff', 0.2],
      [1, '#120913', 0.45],
    ],
  });
  return svg(
    100,
    100,
    `<defs><clipPath id="m"><circle cx="50" cy="50" r="41"/></clipPath>${rim}${shade}</defs>
    <circle cx="50" cy="51.5" r="48" opacity=".3"/><circle cx="50" cy="50" r="48" fill="url(#b)"/>
    <circle cx="50" cy="50" r="44.5" fill="none" stroke="#5a3b0c" stroke-width="1.8" stroke-dasharray=".1 4.56" stroke-linecap="round"/><circle cx="50" cy="50" r="41.8" fill="#3a240a"/>
    <g clip-path="url(#m)"><rect width="100" height="100" fill="${ground}"/>${FIELDS[field](a, c)}<rect width="100" height="100" fill="url(#v)"/>
    <g transform="translate(${id % 2 ? 100 : 0} 3) scale(${id % 2 ? -1 : 1} 1)">${PROFILE}${COLLARS[collar]}${HEADS[head]}</g></g>
    <circle cx="50" cy="50" r="41" fill="none" stroke="#2b1a07" stroke-opacity=".6" stroke-width="1.6"/>`,
  );
}
