// What is in the boxes: the cards, nobles and colours of both titles, from the engine's own files.

import { later } from '../../kit/lazyImport.ts';
import { learn } from '../../words/words.svelte.ts';
import type { Title } from './art/stones.ts';

export type { Title };

export interface Card {
  id: number;
  level: number;
  /** Index of the bonus colour. */
  bonus: number;
  points: number;
  cost: number[];
  name: string | null;
  tags: number;
  time: boolean;
}

export interface Noble {
  id: number;
  need: number[];
}

export interface Box {
  title: Title;
  /** Names of the five colours in the title's order, then gold, then time where the title has it. */
  colours: string[];
  /** Their letters in the notation. */
  letters: string;
  cards: Card[];
  nobles: Noble[];
  hasTime: boolean;
}

export const GOLD = 5;
export const TIME = 6;
export const LETTERS: Record<Title, string> = { splendor: 'wbgrk', marvel: 'ypbro' };

type SlimCard = [number, number, number, number[], string?, number?, number?];

/** As vite.config.ts slims the engine's files. */
interface Slim {
  colours: string[];
  cards: SlimCard[];
  nobles: number[][];
}

export function unpack(title: Title, slim: Slim): Box {
  const hasTime = title === 'marvel';
  return {
    title,
    colours: [...slim.colours, 'gold', ...(hasTime ? ['time'] : [])],
    letters: `${LETTERS[title]}j${hasTime ? 't' : ''}`,
    cards: slim.cards.map(([level, bonus, points, cost, name, tags, time], i) => ({
      id: i + 1,
      level,
      bonus,
      points,
      cost,
      name: name ?? null,
      tags: tags ?? 0,
      time: time === 1,
    })),
    nobles: slim.nobles.map((need, i) => ({ id: i + 1, need })),
    hasTime,
  };
}

/** The box of a title; each is loaded when it is first opened. */
export async function load(title: Title): Promise<Box> {
  if (title === 'marvel') await learn('marvel');
  const file =
    title === 'marvel'
      ? await later(() => import('../../../../src/jeton/games/splendor/data/marvel.json'))
      : await later(() => import('../../../../src/jeton/games/splendor/data/splendor.json'));
  return unpack(title, file.default as unknown as Slim);
}

export function card(box: Box, id: number): Card {
  const found = box.cards[id - 1];
  if (!found) throw new Error(`expected a card from 1 to ${box.cards.length}, got ${id}`);
  return found;
}

export function noble(box: Box, id: number): Noble {
  const found = box.nobles[id - 1];
  if (!found) throw new Error(`expected a noble from 1 to ${box.nobles.length}, got ${id}`);
  return found;
}
