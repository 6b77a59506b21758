// How large everything of the table is, and where it lies: this file alone decides it, from the room there is. The
// phase does not matter: the board keeps its size and its place while one points, sails, watches a reveal or rests.
// What does not fit gives way in a fixed order: the dock goes below the sea, names of postcards go, postcards become a
// row of small ones, the sea can be moved under its frame; then the page scrolls. All numbers are px before `scale`.
import type { Space } from '../../kit/space.svelte.ts';

export interface Wish extends Pick<Space, 'width' | 'height' | 'zoom' | 'touch'> {
  seats: number;
  /** The viewer has a seat: what is theirs needs room. */
  seated: boolean;
  /** A television that shows the table to a room. */
  display: boolean;
  /** The outline of the islands, in widths of one. */
  board: { width: number; height: number };
}

/**
 * `side`: postcards, sea and dock beside each other.
 * `desk`: the dock below the sea.
 * `narrow`: a tablet upright; one above the other.
 * `phone`: upright; a sheet below.
 * `flat`: a phone on its side; columns, and no bar.
 * `screen`: a television; the newest postcard large, players below.
 */
export type Shape = 'side' | 'desk' | 'narrow' | 'phone' | 'flat' | 'screen';

export interface Layout {
  shape: Shape;
  /** How much everything is enlarged: on large screens, and for people who want larger text. */
  scale: number;
  /** The table, before `scale`; higher than the window only if nothing else helps. */
  width: number;
  height: number;
  bar: number;
  /** The width of an island. */
  island: number;
  /**
   * `column` and `feature` (the newest one large) beside the sea, `row` above it; on a phone `large` shows one of them
   * large and `small` none. `size`: width of the column, height of the row; `picture`: width of the largest picture.
   */
  posts: { kind: 'column' | 'feature' | 'row' | 'large' | 'small'; size: number; picture: number; names: boolean };
  /** Heights of a phone's thumbnails and of the large postcard above them. */
  thumb: number;
  large: number;
  /** The dock's width beside the sea, or its height below it: on a phone the sheet's. */
  dock: number;
  /** The players of a phone or a television, as a row of this height; else of the height of one of them. */
  strip: number;
  /** Width of an island in the picture of a reveal's step. */
  picture: number;
  secret: 'wide' | 'tall' | 'small';
  people: 'list' | 'strip' | 'wide';
  /** Height of the chat at the foot of the dock; 0 if there is no room for it: then it is in the log's dialog. */
  chat: number;
}

type Made = Omit<Layout, 'scale' | 'width'>;

/** Islands are never smaller, and for fingers as high as a finger needs: the player can move what then has no room. */
export const LEAST = 30;
export const FINGER = 47;
/** Wider ones would only be blurred. */
const MOST = 300;
const RATIO = 1.5;
/** The chat: its head, two lines of talk and the one that is typed. */
const CHAT = 160;
/** What the dock needs above it: what is mine, and what there is to do; two kept legends at once want the most. */
const MINE = 128;
const DO = 330;
const LEGENDS = 364;
/** The lowest strip of a player beside the sea. */
const STRIP = 36;
/** What a postcard has around its picture: its frame, and the line with its name. */
const FRAME = 10;
const NAME = 36;

const within = (low: number, wish: number, high: number): number => Math.max(low, Math.min(high, wish));
const whole = Math.floor;

/** Larger text makes the window smaller: not smaller than the smallest phone. */
function enlarged({ width, height, zoom }: Wish, wide: boolean): number {
  const most = wide ? Math.min(width / 568, height / 320) : Math.min(width / 320, height / 568);
  return within(1, zoom, Math.max(1, most));
}

export function layout(asked: Wish): Layout {
  const wide = asked.width > asked.height * 1.05;
  const wish = { ...asked, zoom: enlarged(asked, wide) };
  const [width, height] = [wish.width / wish.zoom, wish.height / wish.zoom];
  const grow = wide ? Math.min(width / 1700, height / 1000) : Math.min(width / 900, height / 1300);
  const scale = Math.max(1, grow);
  const room = { ...wish, width: whole(width / scale), height: whole(height / scale) };
  return { ...shaped(room, wide), scale: scale * wish.zoom, width: room.width };
}

function shaped(room: Wish, wide: boolean): Made {
  const large = room.width >= 1000 && room.height >= 560;
  if (room.display && wide && room.width >= 900 && room.height >= 500) return screen(room);
  if (wide && large) {
    const [beside, below] = [side(room), desk(room)];
    return below.island > beside.island * 1.05 ? below : beside;
  }
  if (wide) return flat(room);
  return room.width >= 640 ? narrow(room) : phone(room);
}

/** The width of an island in a sea of this size, with water around the islands. */
function islandIn(room: Wish, width: number, height: number, water: number, fingers = room.touch): number {
  const { board, zoom } = room;
  const fits = Math.min((width - 2 * water) / board.width, (height - 2 * water) / board.height);
  return within(fingers ? Math.max(LEAST, Math.ceil(FINGER / zoom)) : LEAST, whole(fits), MOST);
}

/** How wide a column of three postcards is that is so high. */
function columnOf(height: number, names: boolean): number {
  const picture = (height - 24 - 18) / 3 - (names ? FRAME / 2 + NAME : FRAME);
  return whole(picture * RATIO + FRAME + 24);
}

function side(room: Wish): Made {
  const bar = room.height < 760 ? 48 : 56;
  const inner = room.height - bar;
  const dock = whole(within(312, room.width * 0.26, 400));
  const size = whole(within(220, columnOf(inner, true), room.width * 0.3));
  // Strips of players give way to the chat, down to how low they are on a low laptop.
  const talking = whole((inner - (room.seated ? MINE : 0) - CHAT - DO) / room.seats) - 8;
  const wanted = whole(within(STRIP, inner * 0.066, 56));
  const strip = !room.display && talking >= STRIP ? Math.min(wanted, talking) : wanted;
  const spare = inner - room.seats * (strip + 8) - (room.seated ? MINE : 0);
  const chat = !room.display && spare >= CHAT + DO ? whole(within(CHAT, spare - LEGENDS, 340)) : 0;
  return {
    shape: 'side',
    height: room.height,
    bar,
    island: islandIn(room, room.width - dock - size, inner, 20),
    posts: { kind: 'column', size, picture: size - 34, names: true },
    thumb: 0,
    large: 0,
    dock,
    strip,
    picture: whole(within(68, Math.min((room.height - chat - 460) * 0.5, (dock - 66) / 2.5), 132)),
    secret: 'wide',
    people: 'list',
    chat,
  };
}

/** A dock below the sea: what it holds is as high as this in every phase. */
const DOCK = 240;

function desk(room: Wish): Made {
  const bar = 56;
  const inner = room.height - bar;
  const size = whole(within(220, columnOf(inner, true), room.width * 0.29));
  return {
    shape: 'desk',
    height: room.height,
    bar,
    island: islandIn(room, room.width - size, inner - DOCK, 20),
    posts: { kind: 'column', size, picture: size - 34, names: true },
    thumb: 0,
    large: 0,
    dock: DOCK,
    strip: 40,
    picture: 88,
    secret: 'tall',
    people: 'list',
    chat: 0,
  };
}

function narrow(room: Wish): Made {
  const bar = 56;
  const picture = (room.width - 32) / 3 - FRAME;
  const row = whole(picture / RATIO + FRAME / 2 + NAME + 16);
  const height = Math.max(room.height, bar + row + DOCK + whole(room.board.height * LEAST) + 40);
  return {
    shape: 'narrow',
    height,
    bar,
    island: islandIn(room, room.width, height - bar - row - DOCK, 18),
    posts: { kind: 'row', size: row, picture: whole(picture), names: true },
    thumb: 0,
    large: 0,
    dock: DOCK,
    strip: 40,
    picture: 88,
    secret: 'tall',
    people: 'list',
    chat: 0,
  };
}

function phone(room: Wish): Made {
  const short = room.height < 700;
  const bar = short ? 44 : 48;
  const strip = room.seats ? 46 : 0;
  const dock = whole(within(170, room.height * 0.245, 216));
  const thumb = short ? 50 : 54;
  const thumbs = thumb + (short ? 10 : 14);
  const free = room.height - bar - strip - dock - thumbs;
  // First islands that a finger can press without moving the sea, then as much of a postcard as there is room for.
  const sea = Math.ceil(room.board.height * Math.min(54, (room.width - 12) / room.board.width)) + 20;
  const widest = whole((room.width - 24) / RATIO) + 8;
  const large = free - sea < 116 ? 0 : Math.min(widest, free - sea);
  const least = Math.ceil(room.board.height * LEAST) + 20;
  const height = Math.max(room.height, room.height - free + least);
  return {
    shape: 'phone',
    height,
    bar,
    island: islandIn(room, room.width, height - room.height + free - large, 7, true),
    posts: {
      kind: large ? 'large' : 'small',
      size: large + thumbs,
      picture: large ? whole((large - 8) * RATIO) : whole((room.width - 100) / 3),
      names: false,
    },
    thumb,
    large,
    dock,
    strip,
    picture: whole(within(64, dock - 116, 96)),
    secret: 'small',
    people: 'strip',
    chat: 0,
  }; // biome-ignore format: a table
}

function flat(room: Wish): Made {
  const height = Math.max(room.height, 296);
  const dock = whole(within(216, room.width * 0.34, 320));
  const ideal = whole(((height - 24) / 3 - FRAME + 2) * RATIO + FRAME + 12);
  const wanted = Math.ceil(room.board.width * FINGER) + 12;
  const size = whole(within(84, Math.min(ideal, room.width - dock - wanted), room.width * 0.28));
  return {
    shape: 'flat',
    height,
    bar: 44,
    island: islandIn(room, room.width - dock - size, height, 6, true),
    posts: { kind: 'column', size, picture: size - 22, names: false },
    thumb: 0,
    large: 0,
    dock,
    strip: 40,
    picture: whole(within(52, Math.min((height - 200) * 0.4, (dock - 66) / 2.6), 80)),
    secret: 'small',
    people: 'strip',
    chat: 0,
  };
}

/** The least width of a player on a television. */
const CARD = 190;

/** Nobody acts at a television: the sea as high as it gets, and the postcards as wide as that leaves room for. */
function screen(room: Wish): Made {
  const bar = 56;
  const rows = room.seats * CARD + 14 > room.width ? 2 : 1;
  const strip = rows * whole(within(84, room.height * 0.128, 96)) - (rows - 1) * 8;
  const inner = room.height - bar - strip;
  // The large one is as wide as both others below it: two and a half names and a half of pictures high.
  const feature = whole((inner - 24 - 10 - FRAME - 2 * NAME) * (RATIO / 1.5) + FRAME + 24);
  const island = islandIn(room, room.width * 0.62, inner, 20);
  const size = whole(within(240, feature, room.width - island * room.board.width - 40));
  const column = columnOf(inner, true);
  return {
    shape: 'screen',
    height: room.height,
    bar,
    island,
    posts: {
      kind: size > column * 1.25 ? 'feature' : 'column',
      size: size > column * 1.25 ? size : Math.min(size, column),
      picture: size - 34,
      names: true,
    },
    thumb: 0,
    large: 0,
    dock: 0,
    strip,
    picture: whole(within(72, inner / 3 - 100, 150)),
    secret: 'small',
    people: 'wide',
    chat: 0,
  }; // biome-ignore format: a table
}

/** What a choice needs below the card of the legend that asks for it: the question, and whom it may strike. */
const ASKED = 158;

/**
 * How wide a legend's card is where it acts, in a panel of that size: as large as the choice below it leaves room.
 * Its name stands beside it: a wider card would print it again, too small to read.
 */
export const legendWidth = (width: number, height: number, compact: boolean): number =>
  compact ? 40 : whole(within(46, Math.min((height - ASKED) / (980 / 720), width * 0.4), 109));
