/** Which stone stands for which colour: its hues, its cut and its letter. Never one of them alone. */

/** The titles whose tokens are gems. */
export type Title = 'splendor' | 'marvel';

/** The colours as the server names them; `gold` is the joker of either title. */
export type Colour = 'white' | 'blue' | 'green' | 'red' | 'black' | 'yellow' | 'purple' | 'orange' | 'gold' | 'time';

/** The five colours of each title, in the order in which the server lists them. */
export const COLOURS: Record<Title, readonly Colour[]> = {
  splendor: ['white', 'blue', 'green', 'red', 'black'],
  marvel: ['yellow', 'purple', 'blue', 'red', 'orange'],
};

/** The tokens of each title, in the order of `bank` and `tokens` in a view. */
export const TOKENS: Record<Title, readonly Colour[]> = {
  splendor: [...COLOURS.splendor, 'gold'],
  marvel: [...COLOURS.marvel, 'gold', 'time'],
};

export type Cut = 'brilliant' | 'round' | 'step' | 'pear' | 'square' | 'rosette' | 'marquise' | 'hexagon' | 'trillion';

export interface Stone {
  cut: Cut;
  /** The mark on the stone, where its language has no other (`MARKS`); the joker has a star. */
  letter: string;
  light: string;
  mid: string;
  dark: string;
  deep: string;
  /** The colour of the letter. */
  ink: string;
  /** The clay of its chip, where it is not `dark`. */
  clay?: string;
  /** The inserts at the edge of its chip. */
  insert?: string;
}

const ruby: Stone = {
  cut: 'pear',
  letter: 'R',
  light: '#ffa3a8',
  mid: '#cf2f47',
  dark: '#97172e',
  deep: '#5d0b1c',
  ink: '#ffffff',
};
const sapphire: Stone = {
  cut: 'round',
  letter: 'S',
  light: '#8ec3ff',
  mid: '#2c6cd4',
  dark: '#1b479e',
  deep: '#0f2a6d',
  ink: '#ffffff',
};
const emerald: Stone = {
  cut: 'step',
  letter: 'E',
  light: '#86e3b2',
  mid: '#12834f',
  dark: '#0c6440',
  deep: '#063f28',
  ink: '#ffffff',
};

const STONES: Record<Title, Partial<Record<Colour, Stone>>> = {
  splendor: {
    white: {
      cut: 'brilliant',
      letter: 'D',
      light: '#ffffff',
      mid: '#e9e9ef',
      dark: '#bcc2d2',
      deep: '#7c859b',
      ink: '#2c3145',
      clay: '#d9d6d0',
      insert: '#6d7a96',
    },
    blue: sapphire,
    green: emerald,
    red: ruby,
    black: {
      cut: 'square',
      letter: 'O',
      light: '#8f8998',
      mid: '#3d3944',
      dark: '#26222c',
      deep: '#100e14',
      ink: '#ffffff',
      clay: '#2c2831',
      insert: '#d9cdb8',
    },
    gold: {
      cut: 'rosette',
      letter: '★',
      light: '#fff0b8',
      mid: '#e6b144',
      dark: '#b07d1d',
      deep: '#6f4a0b',
      ink: '#422a03',
      insert: '#fff3cb',
    },
  },
  marvel: {
    yellow: {
      cut: 'marquise',
      letter: 'M',
      light: '#fff6a8',
      mid: '#f2cf1f',
      dark: '#bd9906',
      deep: '#755d00',
      ink: '#3a2e00',
      clay: '#d8b012',
      insert: '#6b5400',
    },
    purple: {
      cut: 'hexagon',
      letter: 'P',
      light: '#d9b0ff',
      mid: '#8a3fd0',
      dark: '#5d2299',
      deep: '#371060',
      ink: '#ffffff',
    },
    blue: sapphire,
    red: ruby,
    orange: {
      cut: 'trillion',
      letter: 'O',
      light: '#ffc28c',
      mid: '#e8711a',
      dark: '#a94a07',
      deep: '#672a00',
      ink: '#2c1200',
    },
    gold: {
      cut: 'rosette',
      letter: '★',
      light: '#ffffff',
      mid: '#aab4bf',
      dark: '#74808e',
      deep: '#434d59',
      ink: '#1c232b',
      insert: '#f4f7fa',
    },
    time: { ...emerald, letter: 'T' },
  },
};

/** The first letter of a stone's name where it is not the English one; its second where another stone has the first. */
const MARKS: Record<string, Record<Title, Partial<Record<Colour, string>>>> = {
  fr: { splendor: {}, marvel: { yellow: 'E', orange: 'A' } },
  nl: { splendor: { green: 'M' }, marvel: { yellow: 'G', purple: 'K', blue: 'U', orange: 'Z' } },
};

/** The stone of a colour in a title, with the letter that it has in a language. */
export function stone(title: Title, colour: Colour, language = 'en'): Stone {
  const found = STONES[title][colour];
  if (!found) throw new Error(`expected a colour of ${title}, got ${colour}`);
  const letter = MARKS[language]?.[title][colour];
  return letter ? { ...found, letter } : found;
}
