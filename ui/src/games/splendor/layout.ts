// How large everything of the table is, and where it lies: this file alone decides it, from the room there is. What
// does not fit gives way in a fixed order: the log folds, opponents become tiles, nobles become a row, the picture of a
// card shrinks to a band; then the table scrolls, under a tray that stays. All numbers are px before `scale`.
import type { Space } from '../../kit/space.svelte.ts';

export interface Wish extends Pick<Space, 'width' | 'height' | 'zoom'> {
  /** Marvel: seven piles, the Gauntlet and the tile beside the Locations. */
  marvel: boolean;
  opponents: number;
  nobles: number;
  /** The viewer has a seat: what is theirs, and the tray, need room. */
  seated: boolean;
  /** A television that shows the table to a room: no tray, nothing of anybody's own. */
  display: boolean;
}

/**
 * `desk`: what is mine and the tray lie below the market, the others and the log beside it.
 * `side`: a low window; everything but the market lies beside it.
 * `stack`: higher than wide; one above the other.
 * `flat`: a phone on its side; columns.
 */
export type Shape = 'desk' | 'side' | 'stack' | 'flat';

export interface Layout {
  shape: Shape;
  /** How much everything is enlarged: on large screens, and for people who want larger text. */
  scale: number;
  /** The window, before `scale`. */
  width: number;
  height: number;
  bar: number;
  /** A card of the market; `band`: its picture is a band above its cost, `unit` its size against a phone's. */
  card: { width: number; height: number; band: boolean; unit: number };
  deck: number;
  gap: number;
  rowGap: number;
  /** Diameter of the bank's chips; the bank is a column of this width, or a row of this height. */
  chip: number;
  bank: number;
  /** Nobles in a row of this height, or in a column of this width. */
  nobles: { row: boolean; size: number };
  /** Marvel's Gauntlet and tile as a row of this height; 0 where they stand in the nobles' column. */
  goal: number;
  /** The column beside the market (flat: of the others), and the one with what is mine. */
  side: number;
  mine: number;
  people: 'panel' | 'dense' | 'tile';
  /** Height of the others' tiles. */
  tile: number;
  me: 'dock' | 'dense' | 'strip';
  /** Heights of what is mine, and of the tray if it has one of its own. */
  meHeight: number;
  tray: number;
  log: boolean;
  /**
   * Height of the chat below the log; 0 if there is no room for both: then it replaces the log when somebody opens it.
   */
  chat: number;
}

/** Least sizes: text is 11 px or more because nothing is laid out smaller than these. */
const CARD = 56;
const BAND = 58;
const TOUCH = 44;
const RATIO = 0.735;
/** A tablet upright: what is mine beside the tray, with room for a payment that gold can replace. */
const FOOT = 228;
/** The chat: its head, three lines of talk and the one that is typed. */
const CHAT = 210;
/** A phone on its side is lower than this only if its owner wants larger text: then the tray is packed closer. */
export const LOW = 300;
/** Where the cards of a phone would be lower than this, all that lies around them gives way down to its floor. */
const ROOMY = 76;
/** Below this width the words of a whole card get too small: its picture becomes a band. */
const WHOLE = 100;

const within = (low: number, wish: number, high: number): number => Math.max(low, Math.min(high, wish));
const whole = Math.floor;

export function layout(wish: Wish): Layout {
  const zoom = Math.min(wish.zoom, largest(wish));
  const [width, height] = [wish.width / zoom, wish.height / zoom];
  const wide = width > height * 1.05;
  const grow = wide ? Math.min(width / 1700, height / 1000) : Math.min(width / 900, height / 1300);
  const scale = Math.max(1, grow);
  const room = { ...wish, width: whole(width / scale), height: whole(height / scale) };
  const made = wide ? (room.width >= 1000 && room.height >= 560 ? beside(room) : flat(room)) : stack(room);
  return { ...made, scale: scale * zoom, width: room.width, height: room.height };
}

/** How much larger everything may be drawn: the market needs 320 px of an upright window, and 568 of one on its side. */
const largest = ({ width, height }: Wish): number => Math.max(1, width / (width > height ? 568 : 320));

type Made = Omit<Layout, 'scale' | 'width' | 'height'>;

const piles = (wish: Wish): number => (wish.marvel ? 7 : 6);

/** The window is wide: the tray goes below the market if it is high enough, else beside it. */
function beside(room: Wish): Made {
  const below = desk(room);
  if (room.display || (room.height >= 780 && room.width >= 1400 && below.card.width >= 130)) return below;
  return side(room);
}

/** The size of a card that fits into a field, with its decks beside it. */
function cardIn(
  width: number,
  height: number,
  gap: number,
  rowGap: number,
  share: number,
): { card: number; deck: number } {
  const card = whole(Math.min(((height - 2 * rowGap) / 3) * RATIO, (width - 4 * gap - 8) / (4 + share)));
  return { card, deck: whole(card * share) };
}

function desk(room: Wish): Made {
  const bar = 56;
  const mine = room.seated && !room.display ? 192 : 0;
  const sideWidth = room.display ? 380 : 344;
  const inner = room.height - bar - mine - 28;
  const chip = whole(within(TOUCH, Math.min(68, inner / piles(room) / 1.36), 68));
  const bank = chip + 54;
  const { card, deck } = cardIn(room.width - sideWidth - 32 - 156 - bank - 36, inner - 14, 13, 16, 0.66);
  // The log keeps six lines; panels give way to it.
  const log = 190;
  const free = room.height - bar - 28 - log;
  const panel = room.marvel ? 262 : 228;
  const dense = room.marvel ? 146 : 122;
  const people = room.opponents * panel <= free ? 'panel' : room.opponents * dense <= free ? 'dense' : 'tile';
  const used = people === 'tile' ? 92 : room.opponents * (people === 'panel' ? panel : dense);
  const spare = free - used - 2 * 12;
  return {
    shape: 'desk',
    bar,
    card: upright(card),
    deck,
    gap: 13,
    rowGap: 16,
    chip,
    bank,
    nobles: { row: false, size: 156 },
    goal: 0,
    side: sideWidth,
    mine: 372,
    people,
    tile: 92,
    me: 'dock',
    meHeight: mine,
    tray: mine,
    log: true,
    chat: !room.display && spare >= CHAT ? whole(within(CHAT, spare * 0.75, 420)) : 0,
  };
}

const upright = (width: number): Layout['card'] => ({
  width,
  height: whole(width / RATIO),
  band: width < WHOLE,
  unit: unit(width, width / RATIO),
});

const unit = (width: number, height: number): number => within(0.8, Math.min(width / 76, height / 112), 2.4);

function side(room: Wish): Made {
  const bar = room.height < 760 ? 48 : 56;
  const column = whole(within(344, room.width * 0.296, 404));
  const inner = room.height - bar - 20;
  const field = room.width - column - 28;
  const chip = whole(within(TOUCH, Math.min(64, inner / piles(room) / 1.36), 64));
  const bank = chip + 50;
  const [gap, rowGap] = [10, 12];
  const narrow = room.marvel ? 134 : 122;
  const inColumn = cardIn(field - narrow - bank - 26, inner - 10, gap, rowGap, 0.6);
  const goal = room.marvel ? TOUCH : 0;
  const row = 64;
  const inRow = cardIn(field - bank - 14, inner - 10 - row - 10 - (goal ? goal + 8 : 0), gap, rowGap, 0.6);
  const rows = inRow.card > inColumn.card + 6;
  const { card, deck } = rows ? inRow : inColumn;
  const meHeight = room.seated ? 160 : 0;
  const least = room.seated ? 176 : 84;
  const free = room.height - bar - 20 - meHeight - least - 18;
  const dense = room.marvel ? 138 : 117;
  const panel = room.marvel ? 262 : 228;
  const fits = (each: number, more = 0): boolean => room.opponents * each + more <= free;
  const people = fits(panel, 150) ? 'panel' : fits(dense) ? 'dense' : 'tile';
  const tile = 92;
  const used = people === 'tile' ? tile + 9 : room.opponents * (people === 'panel' ? panel : dense);
  const log = free - used >= 170;
  return {
    shape: 'side',
    bar,
    card: upright(card),
    deck,
    gap,
    rowGap,
    chip,
    bank,
    nobles: { row: rows, size: rows ? row : narrow },
    goal: rows ? goal : 0,
    side: column,
    mine: column,
    people,
    tile,
    me: 'dense',
    meHeight,
    tray: log ? least + 30 : 0,
    log,
    chat: 0,
  };
}

/** A card whose picture is a band: as wide as there is room for, no higher than a whole one. */
function band(width: number, height: number): Layout['card'] {
  const wide = Math.max(CARD, whole(width));
  const high = within(BAND, whole(height), whole(wide / RATIO));
  return { width: wide, height: high, band: true, unit: unit(wide, high) };
}

function stack(room: Wish, least = false): Made {
  const large = room.width >= 640;
  const short = room.height < 780;
  const tight = room.height < 680;
  const bar = large ? 56 : least ? 40 : tight ? 44 : 48;
  const gap = large ? 10 : room.width < 360 ? 4 : 6;
  const rowGap = large ? 12 : least ? 4 : short ? 6 : 9;
  const deck = large ? whole(room.width * 0.08) : room.width < 360 ? 40 : 44;
  const pad = large ? 12 : room.width < 360 ? 6 : 9;
  const chip = large ? 60 : least ? 32 : room.marvel || short ? 36 : 44;
  const bank = large ? 88 : least ? 42 : tight ? 48 : short ? 50 : whole(chip * 1.36) + 2;
  const tile = large ? 108 : room.opponents === 1 ? (short ? 58 : 64) : least ? 64 : tight ? 66 : short ? 74 : 82;
  const noble = large ? 76 : least ? 40 : tight ? 44 : short ? 46 : 56;
  const goal = room.marvel ? (least ? 22 : tight ? 30 : short ? 38 : TOUCH) : 0;
  const dock = large && room.width >= 700;
  const beneath = dock && room.width >= 800;
  const meHeight = room.seated && !room.display ? (dock ? 160 : least ? 50 : tight ? 56 : 76) : 0;
  const tray = room.display
    ? 0
    : room.seated
      ? beneath
        ? 0
        : large
          ? 124
          : least
            ? 102
            : tight
              ? 112
              : short
                ? 134
                : 118
      : 64;
  const between = rowGap * (large ? 5 : 4) + (goal ? (least ? 6 : 12) : 0) + (large ? 14 : least ? 2 : 6);
  const bottom = beneath ? FOOT : meHeight + tray;
  const rest = bar + (room.opponents ? tile : 0) + noble + goal + bank + bottom + between;
  const high = (room.height - rest - 2 * rowGap) / 3;
  if (tight && !large && !least && high < ROOMY) return stack(room, true);
  const card = band((room.width - 2 * pad - deck - 4 * gap) / 4, high);
  return {
    shape: 'stack',
    bar,
    card,
    deck,
    gap,
    rowGap,
    chip,
    bank,
    nobles: { row: true, size: noble },
    goal,
    side: 0,
    mine: beneath ? 350 : 0,
    people: 'tile',
    tile,
    me: dock ? 'dense' : 'strip',
    meHeight: beneath ? FOOT : meHeight,
    tray: beneath ? FOOT : tray,
    log: false,
    chat: 0,
  };
}

function flat(room: Wish): Made {
  const spare = Math.max(0, room.width - 568);
  const column = whole(within(80, 80 + spare * 0.17, 190));
  const mine = room.seated && !room.display ? whole(within(140, 140 + spare * 0.24, 260)) : 0;
  const bank = whole(within(TOUCH, TOUCH + spare * 0.045, 76));
  const [gap, rowGap] = [spare < 60 ? 3 : 6, 6];
  const deck = 40;
  const field = room.width - column - mine - bank - 16 - (mine ? 3 : 2) * 6;
  const inner = Math.max(300, room.height - 14);
  const card = band((field - deck - 4 * gap) / 4, (inner - 2 * rowGap) / 3);
  const chip = whole(within(30, Math.min(bank - 12, (inner / piles(room)) * 0.72), 60));
  const goal = room.marvel ? 26 : 0;
  // The opponents take what the nobles leave them, in lines.
  const lines = room.nobles * ((column < 112 ? 26 : 17) + 3) + (goal ? goal + 4 : 0);
  const each = whole((room.height - 12 - TOUCH - 5 - lines) / room.opponents) - 5;
  const tile = within(66, each, [110, 110, 84][room.opponents] ?? 76);
  // Two nobles beside each other if that leaves each high enough for its portrait, else a line each.
  const left = room.height - 12 - TOUCH - 5 - room.opponents * (tile + 5) - (goal ? goal + 4 : 0);
  const high = whole(left / Math.ceil(room.nobles / 2)) - 5;
  const noble = column >= 112 && high >= 44 ? Math.min(120, high) : 0;
  return {
    shape: 'flat',
    bar: TOUCH,
    card,
    deck,
    gap,
    rowGap,
    chip,
    bank,
    nobles: { row: true, size: noble },
    goal,
    side: column,
    mine,
    people: 'tile',
    tile,
    me: 'strip',
    meHeight: room.height < 360 ? 96 : 112,
    tray: 0,
    log: false,
    chat: 0,
  };
}
