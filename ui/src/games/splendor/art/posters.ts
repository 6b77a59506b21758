/**
 * The pictures of Splendor's cards, in the manner of a poster: a graded sky, a light, then silhouettes that darken
 * towards the viewer. Level I shows a mine or a quarry, II a ship or a caravan, III a city or a workshop. The hour of the
 * day, the sun and the ridges follow from the card's number, so that no two cards of a level and colour are alike.
 */

import { gemParts } from './gems.ts';
import { type Colour, stone } from './stones.ts';
import { chance, dot, gradient, mix, n1, svg } from './svg.ts';

type Rng = () => number;

/** The sky above and below, four grounds from far to near, the sun. */
type Palette = [string, string, string, string, string, string, string];

const PALETTES: Partial<Record<Colour, Palette>> = {
  white: ['#8596b3', '#f7ead6', '#c3cad8', '#8d9ab2', '#566179', '#262d3e', '#fff8e6'],
  blue: ['#1a3f8c', '#a9d6ef', '#74a9dc', '#3a70bb', '#1b4486', '#0a2350', '#fff3cf'],
  green: ['#17605a', '#dbe9ad', '#8cc08f', '#3f9166', '#196246', '#093226', '#fdf6c9'],
  red: ['#7a1c3d', '#ffc38c', '#e58e76', '#bb475b', '#7b1e38', '#3b0b1d', '#fff0c4'],
  black: ['#221f33', '#cdb497', '#8d8192', '#564e63', '#302b3b', '#121018', '#ffe2a6'],
};

const HOURS = ['day', 'morning', 'dusk', 'night'] as const;
type Hour = (typeof HOURS)[number];

function tint(p: Palette, hour: Hour): Palette {
  const [top, low, far, mid, near, dark, sun] = p;
  if (hour === 'morning') {
    return [
      mix(top, low, 0.45),
      mix(low, '#ffffff', 0.35),
      mix(far, '#ffffff', 0.22),
      mix(mid, far, 0.3),
      near,
      dark,
      sun,
    ];
  }
  if (hour === 'dusk') {
    return [mix(top, '#2a1846', 0.4), mix(low, '#ff9a66', 0.42), mix(far, '#b8606a', 0.22), mid, near, dark, '#ffd27a'];
  }
  if (hour === 'night') {
    const ink = '#0b0a22';
    return [
      mix(top, ink, 0.62),
      mix(low, top, 0.55),
      mix(far, top, 0.5),
      mix(mid, ink, 0.22),
      mix(near, ink, 0.3),
      mix(dark, ink, 0.4),
      '#fdf3d0',
    ];
  }
  return p;
}

/** A chain of hills from edge to edge about the height y. */
function ridge(r: Rng, y: number, height: number, parts: number, sharp = false): string {
  let d = `M-10 210L-10 ${n1(y)}`;
  for (let i = 0; i <= parts; i++) {
    const x = -10 + (320 * i) / parts;
    const h = y - height * (sharp ? (i % 2 ? 0.55 + 0.45 * r() : 0.25 * r()) : r());
    d += sharp || !i ? `L${n1(x)} ${n1(h)}` : `S${n1(x - 160 / parts)} ${n1(h)} ${n1(x)} ${n1(h)}`;
  }
  return `${d}L310 210Z`;
}

function sky(p: Palette, r: Rng, hour: Hour, withStars = true): string {
  const x = 40 + r() * 220;
  const y = hour === 'dusk' ? 78 + r() * 26 : hour === 'morning' ? 60 + r() * 30 : 34 + r() * 44;
  const size = (13 + r() * 8) * (hour === 'dusk' ? 1.35 : 1);
  const fall = gradient({
    id: 's',
    stops: [
      [0, p[0]],
      [0.72, p[1]],
    ],
  });
  const glow = gradient({
    id: 'w',
    round: [0.5, 0.5, 0.5],
    stops: [
      [0, p[6], 0.95],
      [0.35, p[6], 0.35],
      [1, p[6], 0],
    ],
  });
  let out = `<defs>${fall}${glow}</defs><rect width="300" height="200" fill="url(#s)"/>`;
  if (hour === 'night' && withStars) out += stars(r);
  out += `<circle cx="${n1(x)}" cy="${n1(y)}" r="${n1(size * 3.2)}" fill="url(#w)"/><circle cx="${n1(x)}" cy="${n1(y)}" r="${n1(size)}" fill="${p[6]}"/>`;
  if (hour === 'night') {
    out += `<circle cx="${n1(x + size * 0.45)}" cy="${n1(y - size * 0.2)}" r="${n1(size * 0.86)}" fill="${mix(p[0], p[1], 0.3)}"/>`;
  }
  if (hour === 'morning') out += birds(r, p[4]);
  return out;
}

function stars(r: Rng): string {
  let d = '';
  for (let i = 0; i < 26; i++) d += dot(r() * 300, 6 + r() * 84, 0.7 + r() * 1.1);
  return `<path d="${d}" fill="#fff" opacity=".75"/>`;
}

function birds(r: Rng, ink: string): string {
  let d = '';
  for (let i = 0; i < 4; i++) {
    const w = 5 + r() * 4;
    d += `M${n1(60 + r() * 180)} ${n1(20 + r() * 40)}q${n1(w * 0.6)}-${n1(w * 0.7)} ${n1(w)} 0q${n1(w * 0.4)}-${n1(w * 0.7)} ${n1(w)} 0`;
  }
  return `<path d="${d}" fill="none" stroke="${ink}" stroke-opacity=".7" stroke-width="1.8" stroke-linecap="round"/>`;
}

function clouds(r: Rng, count: number): string {
  let d = '';
  for (let i = 0; i < count; i++) {
    const w = 36 + r() * 50;
    d += `M${n1(r() * 280)} ${n1(14 + r() * 50)}h${n1(w)}a5 5 0 0 0 0-8h-${n1(w * 0.3)}a9 9 0 0 0-16-2a8 8 0 0 0-13 2h-${n1(w * 0.18)}a4 4 0 0 0 0 8z`;
  }
  return `<path d="${d}" fill="#fff" opacity=".22"/>`;
}

/** The stone of the card at a place of the poster; it is drawn once and used again. */
const gem = (x: number, y: number, k: number): string =>
  `<use href="#q" transform="translate(${n1(x)} ${n1(y)}) scale(${k})"/>`;

export const POSTERS = {
  /** A timbered portal in the hillside, rails, a cart full of stones. */
  mine(p: Palette, r: Rng): string {
    const wood = mix(p[3], '#b98a4e', 0.55);
    const heap =
      r() > 0.5
        ? gem(4, -4, 0.26) + gem(44, -6, 0.28) + gem(22, -16, 0.34)
        : gem(0, -8, 0.32) + gem(30, -18, 0.36) + gem(52, -3, 0.24);
    const lamp =
      r() > 0.5
        ? `<path d="M126 106v8" stroke="${p[5]}" stroke-width="2"/><circle cx="126" cy="119" r="5" fill="${p[6]}"/><circle cx="126" cy="119" r="12" fill="${p[6]}" opacity=".3"/>`
        : '';
    return `<path d="${ridge(r, 120, 72, 7, true)}" fill="${p[2]}"/><path d="${ridge(r, 142, 56, 5, true)}" fill="${p[3]}"/>
    <path d="M-10 210V128C30 112 66 96 116 92C170 88 210 108 310 132V210Z" fill="${p[4]}"/>
    <path d="M84 176L94 108H158L168 176Z" fill="${p[5]}"/><ellipse cx="126" cy="160" rx="26" ry="22" fill="${p[6]}" opacity=".28"/><ellipse cx="126" cy="164" rx="13" ry="12" fill="${p[6]}" opacity=".55"/>
    <path d="M78 178L90 100L100 101L90 178ZM174 178L162 100L152 101L162 178ZM80 94H172L176 106H76Z" fill="${wood}"/><path d="M80 94H172L173 97H79Z" fill="#fff" opacity=".25"/>${lamp}
    <path d="M-10 210V172C60 160 220 164 310 176V210Z" fill="${p[5]}"/>
    <path d="M118 166L96 205M136 166L168 205" stroke="${p[3]}" stroke-width="3"/><path d="M110 174H144M105 183H152M99 194H161" stroke="${p[4]}" stroke-width="4"/>
    <g transform="translate(${n1(158 + r() * 10)} 128)"><circle cx="18" cy="52" r="8" fill="${p[5]}" stroke="${p[3]}" stroke-width="3"/><circle cx="58" cy="52" r="8" fill="${p[5]}" stroke="${p[3]}" stroke-width="3"/>
    ${heap}<path d="M-6 14H82L72 47H4Z" fill="${mix(p[5], '#000000', 0.15)}"/><path d="M-6 14H82L80.5 19H-4.5Z" fill="${p[2]}"/><path d="M12 20L17 46M38 20V46M64 20L59 46" stroke="${p[4]}" stroke-width="2.5"/></g>`;
  },

  /** Terraces and a wooden crane that lifts a stone. */
  quarry(p: Palette, r: Rng): string {
    const rope = 84 + r() * 34;
    return `<path d="${ridge(r, 112, 64, 6, true)}" fill="${p[2]}"/><path d="M-10 210V92H46L54 112H92L100 134H148L156 156H204L212 176H310V210Z" fill="${p[3]}"/>
    <path d="M-10 92H46L48 97H-10ZM54 112H92L94 117H56ZM100 134H148L150 139H102ZM156 156H204L206 161H158Z" fill="#fff" opacity=".28"/>
    <path d="M-10 210V132H22L32 152H74L84 174H130L140 188H310V210Z" fill="${p[4]}"/>
    <g stroke="${p[5]}" stroke-linecap="round" fill="none"><path d="M214 186L236 66L262 186" stroke-width="7"/><path d="M222 142H254" stroke-width="5"/><path d="M248 110L172 52" stroke-width="6"/><path d="M236 66L172 52" stroke-width="3"/></g>
    <path d="M172 52V${n1(rope)}M158 ${n1(rope)}L172 ${n1(rope - 10)}L186 ${n1(rope)}" stroke="${p[5]}" stroke-width="2.5" fill="none"/>${gem(150, rope - 2, 0.44)}
    <path d="M-10 210V190C80 180 210 182 310 190V210Z" fill="${p[5]}"/>
    <g transform="translate(${n1(-14 + r() * 28)} 0)" fill="${p[5]}"><circle cx="58" cy="158" r="5"/><path d="M52 164h12l3 20H49z"/><path d="M64 166L82 152M74 144q12 2 14 14" stroke="${p[5]}" stroke-width="4" fill="none"/></g>
    ${r() > 0.5 ? gem(108, 170, 0.2) + gem(122, 175, 0.15) : gem(18, 172, 0.2)}`;
  },

  /** A carrack under full sail. */
  ship(p: Palette, r: Rng): string {
    const sail = mix(p[6], '#ffffff', 0.4);
    return `${clouds(r, 3)}<path d="${ridge(r, 134, 22, 8)}" fill="${p[2]}"/><rect y="132" width="300" height="80" fill="${p[3]}"/>
    <path d="M0 140H300M20 148H130M170 150H290" stroke="#fff" stroke-opacity=".3" stroke-width="2"/>
    <g transform="translate(${n1(-6 + r() * 22)} 0)"><path d="M100 138V52M150 140V24M198 138V60M214 128L254 98" stroke="${p[5]}" stroke-width="4" stroke-linecap="round"/>
    <path d="M76 62Q104 70 126 62Q132 82 126 104Q102 112 74 104Q84 84 76 62ZM118 36Q150 45 182 36Q190 54 184 70Q150 80 116 70Q124 54 118 36ZM112 76Q150 87 190 76Q198 96 188 116Q150 127 110 116Q122 96 112 76ZM200 66Q224 84 240 104Q216 116 198 114Z" fill="${sail}"/>
    <path d="M104 66Q124 66 126 62Q132 82 126 104Q112 110 102 109ZM154 42Q176 40 182 36Q190 54 184 70Q166 76 152 75ZM154 84Q182 82 190 76Q198 96 188 116Q166 124 152 122Z" fill="${p[5]}" opacity=".16"/>
    ${gem(137, 83, 0.28)}
    <path d="M60 118H84L92 132H206L216 120H240Q236 160 204 168H98Q70 158 60 118Z" fill="${p[5]}"/><path d="M66 126Q72 134 92 139H208L230 128" fill="none" stroke="${p[2]}" stroke-width="3"/><path d="M150 24l24 6l-24 7z" fill="${p[4]}"/>
    <path d="${dot(112, 150, 3)}${dot(132, 151, 3)}${dot(152, 151, 3)}${dot(172, 151, 3)}" fill="${p[6]}" opacity=".85"/></g>
    ${r() > 0.5 ? `<path d="M18 132l4-14l9 14zM22 132h14l-3 5h-9z" fill="${p[4]}"/>` : ''}
    <path d="M-10 164Q20 150 50 164T110 164T170 164T230 164T290 164T350 164V210H-10Z" fill="${p[4]}"/><path d="M-30 182Q0 170 30 182T90 182T150 182T210 182T270 182T330 182V210H-30Z" fill="${p[5]}"/><path d="M-10 164Q20 150 50 164T110 164T170 164T230 164T290 164" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="2"/>`;
  },

  /** Camels that cross the dunes. */
  caravan(p: Palette, r: Rng): string {
    const camel = (x: number, y: number, k: number): string =>
      `<g transform="translate(${n1(x)} ${n1(y)}) scale(${k})" fill="${p[5]}"><path d="M2 22C4 14 10 13 14 18C17 10 23 3 29 10C33 15 34 17 37 17C40 8 46 4 51 12C54 16 56 20 59 20C64 20 66 12 68 4C69 0 72-4 77-3L85 0C87 1 87 4 84 5L76 6C75 14 73 26 64 31C61 33 60 34 60 38L62 66H57L53 42H50L49 66H44L44 40C34 42 26 41 20 39L19 66H14L14 42L9 66H4L8 36C3 33 1 28 2 22Z"/><path d="M20 16L52 15L56 30H18Z" fill="${p[3]}"/><path d="M20 16L52 15L53 19H19.5Z" fill="${p[6]}" opacity=".7"/></g>`;
    const town = n1(r() * 36 - 20);
    const shift = r() * 14 - 7;
    const palm = `<g transform="translate(${n1(4 + r() * 14)} 0)"><path d="M16 170Q12 140 20 112" stroke="${p[5]}" stroke-width="4" fill="none"/><path d="M20 112Q4 104-6 116Q8 108 20 112Q10 94-2 96Q14 96 20 112Q26 94 38 96Q26 98 20 112Q34 104 44 116Q32 108 20 112" fill="${p[5]}" stroke="${p[5]}" stroke-width="2"/></g>`;
    return `<path d="M-10 210V118C40 ${n1(84 + r() * 16)} 84 108 128 118C186 132 236 ${n1(88 + r() * 16)} 310 104V210Z" fill="${p[2]}"/><path d="M-10 210V146C60 112 130 150 190 140C236 132 270 122 310 128V210Z" fill="${p[3]}"/><path d="M190 140C236 132 270 122 310 128V146C270 136 236 146 190 140Z" fill="#fff" opacity=".18"/>
    <path transform="translate(${town} 0)" d="M226 98h42v18h-42zM230 98a17 17 0 0 1 34 0zM272 72h8v46h-8zM270 72l6-12l6 12zM214 84h7v34h-7zM212 84l5.5-10l5.5 10z" fill="${p[4]}"/>
    <path d="M-10 210V176C70 150 180 178 310 158V210Z" fill="${p[4]}"/>${r() > 0.45 ? palm : ''}${camel(36 + shift, 98, 1.02)}${camel(128, 112, 0.82)}${camel(198 - shift, 118, 0.66)}
    <path d="M120 128L134 134M190 138L202 140" stroke="${p[5]}" stroke-width="2"/>${gem(60 + shift, 94, 0.2)}${gem(148, 110, 0.16)}
    <path d="M-10 210V190C90 172 200 200 310 180V210Z" fill="${p[5]}"/>`;
  },

  /** A city on a river: dome, campanile, bridge. */
  city(p: Palette, r: Rng): string {
    let far = '';
    for (let x = -6; x < 306;) {
      const w = 12 + r() * 16;
      const roof = 4 + r() * 9;
      far += `M${n1(x)} 150V${n1(124 - r() * 34)}l${n1(w / 2)}-${n1(roof)}l${n1(w / 2)} ${n1(roof)}V150z`;
      x += w + 1;
    }
    let windows = '';
    for (let i = 0; i < 26; i++) windows += `M${n1(8 + r() * 284)} ${n1(118 + r() * 24)}h2.6v4h-2.6z`;
    return `${clouds(r, 2)}<path d="${far}" fill="${p[2]}"/>
    <path d="M92 150V104H98C98 76 118 62 140 58C162 62 182 76 182 104H188V150ZM134 44h12v16h-12zM132 44L140 30L148 44ZM139 20h2v12h-2z" fill="${p[3]}"/>
    <path d="M140 58C162 62 182 76 182 104H160C160 84 152 68 140 58Z" fill="${p[4]}" opacity=".55"/><path d="M98 104H182" stroke="${p[6]}" stroke-opacity=".7" stroke-width="2"/><path d="M112 104C112 82 124 68 140 60M168 104C168 82 156 68 140 60M140 58V104" stroke="${p[2]}" stroke-opacity=".65" stroke-width="1.6" fill="none"/>
    <path d="M216 150V58H240V150ZM212 58H244L228 26ZM40 150V92H64V150ZM38 92L52 66L66 92ZM0 150V118H36V150ZM64 150V126H94V150ZM186 150V120H216V150ZM240 150V112H300V150Z" fill="${p[4]}"/>
    <g fill="${p[6]}" opacity=".9"><rect x="222" y="66" width="4" height="10" rx="2"/><rect x="230" y="66" width="4" height="10" rx="2"/><rect x="50" y="100" width="4" height="8" rx="2"/></g><path d="${windows}" fill="${p[6]}" opacity=".8"/>${gem(124, 76, 0.32)}
    <rect y="150" width="300" height="60" fill="${p[3]}"/><path d="M-10 146H310V158H-10ZM-10 158H310V176H292A24 20 0 0 0 244 176H226A24 20 0 0 0 178 176H160A24 20 0 0 0 112 176H94A24 20 0 0 0 46 176H28A24 20 0 0 0 -20 176Z" fill="${p[5]}"/><path d="M-10 146H310" stroke="${p[2]}" stroke-width="2"/>
    <path d="M-10 176H310V210H-10Z" fill="${p[4]}"/><path d="M10 184H90M120 190H210M228 183H290M40 196H110" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>
    ${r() > 0.5 ? `<path d="M${n1(90 + r() * 60)} 182h44l-7 9h-30zM${n1(112 + r() * 50)} 182v-24l18 22z" fill="${p[5]}"/>` : ''}`;
  },

  /** The jeweller's bench before a tall window. */
  workshop(p: Palette, r: Rng, hour: Hour): string {
    const x = 100 + r() * 100;
    const y = 46 + r() * 30;
    const night = hour === 'night';
    const light = night
      ? `<circle cx="${n1(x)}" cy="${n1(y)}" r="14" fill="${p[6]}"/><circle cx="${n1(x + 7)}" cy="${n1(y - 3)}" r="12" fill="${p[1]}"/><path d="${dot(104, 40, 1.4)}${dot(126, 66, 1.2)}${dot(176, 34, 1.6)}${dot(204, 84, 1.2)}${dot(94, 92, 1.2)}" fill="#fff" opacity=".8"/>`
      : `<circle cx="${n1(x)}" cy="${n1(y)}" r="17" fill="${p[6]}"/><circle cx="${n1(x)}" cy="${n1(y)}" r="34" fill="${p[6]}" opacity=".28"/>`;
    const left =
      r() > 0.5
        ? `<g fill="${p[5]}"><path d="M52 150V128h26v22z"/><path d="M56 128l-6-20M64 128v-26M72 128l7-20" stroke="${p[5]}" stroke-width="4"/></g>`
        : `<g fill="${p[5]}"><path d="M60 150V120h12v30zM52 150h28v-4H52z"/></g><path d="M66 120q-7-9 0-20q7 11 0 20z" fill="${p[6]}"/><circle cx="66" cy="110" r="22" fill="${p[6]}" opacity=".25"/>`;
    return `<rect width="300" height="200" fill="${p[4]}"/><path d="M78 150V62A72 58 0 0 1 222 62V150Z" fill="${p[1]}"/>${light}<path d="M78 150V128C110 ${n1(106 + r() * 14)} 150 122 222 110V150Z" fill="${p[2]}"/><path transform="translate(${n1(r() * 22 - 8)} 0)" d="M96 150V116h12v-14l8-10l8 10v14h10v34zM170 150v-30h8v-22l7-12l7 12v22h14v30z" fill="${p[3]}"/>
    <path d="M78 150V62A72 58 0 0 1 222 62V150M150 4V150M78 78H222M78 114H222" fill="none" stroke="${p[5]}" stroke-width="5"/>
    <path d="M0 0H52Q60 80 30 150H0ZM300 0H248Q240 80 270 150H300Z" fill="${p[3]}"/><path d="M52 0Q60 80 30 150H20Q46 76 38 0ZM248 0Q240 80 270 150H280Q254 76 262 0Z" fill="${p[5]}" opacity=".35"/>
    <path d="M-10 150H310V164H-10Z" fill="${p[5]}"/><path d="M-10 150H310" stroke="${mix(p[2], '#ffffff', 0.3)}" stroke-width="3"/><path d="M-10 164H310V210H-10Z" fill="${mix(p[5], '#000000', 0.3)}"/>
    <path d="M128 150l6-16h32l6 16zM146 116h8v20h-8z" fill="${p[5]}"/><circle cx="150" cy="96" r="44" fill="${p[6]}" opacity=".4"/>${gem(118, 66, 0.64)}
    <path d="M236 150V112L258 88L236 70" stroke="${p[5]}" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M218 62L246 58L242 84Z" fill="${p[5]}"/><path d="M222 70L196 118L238 84Z" fill="${p[6]}" opacity=".3"/>${left}`;
  },
};

export type Poster = keyof typeof POSTERS;

const BY_LEVEL: Record<number, [Poster, Poster]> = {
  1: ['mine', 'quarry'],
  2: ['ship', 'caravan'],
  3: ['city', 'workshop'],
};

/** The inner drawing of a card's picture, in a box of 300 by 200. */
export function posterParts(level: number, colour: Colour, id: number, which?: Poster): string {
  const r = chance(id * 7919 + level * 131);
  const kind = which ?? BY_LEVEL[level]![id % 2]!;
  const hour = HOURS[(id >> 1) % 4]!;
  const p = tint(PALETTES[colour]!, hour);
  const mirror = !which && r() > 0.5 ? ' transform="translate(300 0) scale(-1 1)"' : '';
  const jewel = gemParts(stone('splendor', colour), 'f', { letter: false, outline: false });
  const light = kind === 'workshop' ? '' : sky(p, r, hour);
  return `<defs><g id="q">${jewel}</g></defs><g${mirror}>${light}${POSTERS[kind](p, r, hour)}</g>`;
}

/** The picture of a card. */
export const posterSvg = (level: number, colour: Colour, id: number, which?: Poster): string =>
  svg(300, 200, posterParts(level, colour, id, which), true);
