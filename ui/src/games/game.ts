// What the rest of the page may know of a game; everything else stays in its folder.
import type { Component, Snippet } from 'svelte';
import type { Replay } from '../api.ts';
import type { Drawn } from '../living/steps.ts';
import type { Fact, Flaw, HintMessage, OptionInfo, Report, TableMessage, TitleInfo } from '../protocol.ts';
import type { Refusal, Session } from '../table/session.svelte.ts';

/** A title as it stands on the shelf. */
export interface Box {
  readonly title: string;
  /** What people call it until its words are there: the same in every language. */
  readonly name: string;
  /** The least and the greatest number of players. */
  readonly seats: readonly [number, number];
  /** How long it takes, and from which age; 0 if nobody says. */
  readonly minutes: number;
  readonly age: number;
  /** The colour of its edge. */
  readonly edge: string;
  /** The letters of its rules, its own first; none if the page has no rules of it. */
  readonly rules: string;
}

/** How much room there is for committing a move: along the foot of a phone, in a narrow column, or enough. */
export interface TrayRoom {
  compact: boolean;
  slim: boolean;
  /** Whether what stands beside the table is in sight. */
  panel: boolean;
}

/** What a table is for if nobody plays a match at it: a puzzle. */
export interface Task {
  heading: string;
  sub: string;
  /** In place of the game's name and `sub`, where a bar is narrow. */
  brief?: string;
  /** In place of the log, if there is room. */
  panel: Snippet;
  /** In the tray, as long as nobody has picked anything and the panel is out of sight. */
  idle?: Snippet<[Pick<TrayRoom, 'compact' | 'slim'>]>;
  /** The same where there is room for some lines; what is to be done still stands in the bar, or in the tray. */
  offer?: Snippet<[Pick<TrayRoom, 'slim'>]>;
  /** In place of what commits a move, once the player made one. */
  answer: Snippet<[TrayRoom]> | null;
  onmenu: () => void;
  /** In the bar, beside the menu. */
  tools?: Snippet;
}

export interface TableProps {
  session: Session;
  display: boolean;
  task?: Task;
}

/** What a game says and shows of moves that nobody has played: those of a puzzle. */
/** By a move: how its turn goes on. */
export type RestOfTurns = Readonly<Record<string, readonly string[]>>;

export interface Telling {
  /**
   * Moves in words that tell them apart; if a move's turn asks for more, with how it goes on as far as that is known.
   */
  moves: (view: unknown, seat: number, moves: readonly string[], rest?: RestOfTurns) => string[];
  /** How many turns these entries are, as players count them; left out where every entry is one. */
  turns?: (reports: readonly Report[]) => number;
  /** Whose clue a puzzle is about, if it is about one. */
  about?: (move: string) => number;
  /** A fact that speaks for the best move of a puzzle, as a sentence to its solver. */
  fact: (fact: Fact, names: readonly string[], you: number) => string;
  /** Draw rings on the table around what moves are about; returns the function that removes them. */
  ring: (view: unknown, moves: readonly { move: string; kind: 'best' | 'played'; word: string }[]) => () => void;
}

/** A position that somebody set up, as text, and why no match could reach it. */
export interface EditorProps {
  start: string;
  names: readonly string[];
  flaws: readonly Flaw[];
  onchange: (text: string) => void;
}

export interface ReplayProps {
  replay: Replay;
  info: TableMessage;
  /** The move at which to begin, as a link says. */
  start?: number;
  onmenu: () => void;
}

/** A component that was loaded, and what it takes beside what everybody gives it. */
export interface Loaded<Props extends object> {
  readonly Part: Component<Props>;
  readonly own: object;
}

/** What the maker of a table chose in a game's own form. */
export interface Chosen {
  options: Record<string, unknown>;
  pace: number | null;
}

export interface OptionsProps {
  info: TitleInfo | null;
  onchange: (chosen: Chosen) => void;
}

export interface SummaryProps {
  options: Record<string, unknown>;
  known: readonly OptionInfo[];
}

/** What an example of the rules is about: the view of a position, and the names of parts of its table. */
export interface ExampleProps {
  view: unknown;
  point: readonly string[];
}

/** A small table of the first screen: what to draw, and how much room there is. */
export interface LivingProps {
  state: unknown;
  width: number;
  height: number;
}

/** A page of all cards of a kind, large: what it is called in addresses and words, and the topic of the rules it is about. */
export interface Gallery {
  readonly name: string;
  readonly topic: string;
  readonly open: () => Promise<Component<{ chosen: string | null }>>;
}

/** How to find in the page what a lesson points at; an empty text if the table has no such part. */
export interface Spots {
  spot: (title: string, name: string) => string;
  ring: (name: string) => string;
  /** Why a move was refused, in a sentence. */
  why?: (title: string, refusal: Refusal) => Promise<string>;
  /** A move in words, as something to do. */
  asked?: (title: string, session: Session, move: string) => Promise<string>;
  /** A picture that a step shows, by its name in the lesson: where it lies, and what is on it. */
  picture?: (title: string, name: string) => Promise<{ src: string; words: string }>;
}

/** Something said beside the table, and the parts of the table that it is about (`Spots`). */
export interface Said {
  /** The name under which the device remembers it: a tip comes once. */
  readonly id: string;
  readonly words: string;
  readonly point: readonly string[];
}

/** What a game says beside its table: all of it holds in the view, and none of it is taste. */
export interface Advice {
  /** A hint in words: the move, and why in a sentence made of facts. */
  hint: (session: Session, hint: HintMessage) => Said & { readonly why: string };
  /** The part of the table that something lies in, and what everything on it means; null if there is nothing to say. */
  part: (session: Session, at: Element) => { readonly of: Element; readonly lines: readonly string[] } | null;
  /** What is possible now, or has happened, that a newcomer may not have seen: the weightiest first. */
  tips: (session: Session) => readonly Said[];
}

export interface GamePage {
  /** The titles that it draws, in the order of the shelf. */
  readonly boxes: readonly Box[];
  /** Whether several people may share a device: not if all have secrets at once. */
  readonly oneDevice: boolean;
  /** Whether a clock of the table may run: not if the game has its own. */
  readonly timed: boolean;
  /** Whether players move in turns, so that a move can be taken back: not if all move at once and see it. */
  readonly inTurns: boolean;
  /** Options that a rated table adds, if the clock is the game's own. */
  readonly rated?: Record<string, unknown>;
  /** Whether the page has its rules and bots as WebAssembly, and can play it by itself. */
  readonly inPage: boolean;
  /** Whether its table has a tray, which says that the connection is lost, or that a bot plays for the viewer. */
  readonly hasTray: boolean;
  /** Where its prints lie, with their licence and notice. */
  readonly prints?: string;
  /** The picture of a box; null while it is being drawn. */
  lid: (title: string) => string | null;
  /** Its table, which the page fetches when somebody sits down. */
  open: (title: string) => Promise<Loaded<TableProps>>;
  /** A finished match move by move. */
  replay: (title: string) => Promise<Loaded<ReplayProps>>;
  /** Its own form of options, in place of a list of all of them. */
  options?: () => Promise<Component<OptionsProps>>;
  /** How a table will be played, for people who come to it. */
  summary?: () => Promise<Component<SummaryProps>>;
  /** The addresses of pictures that belong to rules, by the rule's number. */
  ruleCards?: () => Promise<Readonly<Record<string, string>>>;
  /** A page of cards beside the rules, at /rules/TITLE/NAME. */
  readonly gallery?: Gallery;
  spots?: () => Promise<Spots>;
  /** What is said beside its table: hints and tips. */
  advice?: (title: string) => Promise<Advice>;
  /** The names of what its statistics count, by the letters that they have. */
  kindName?: (title: string) => Promise<(kind: string) => string>;
  /** What its puzzles need. */
  telling?: (title: string) => Promise<Telling>;
  /** Sets up a position by hand. */
  editor?: (title: string) => Promise<Loaded<EditorProps>>;
  /** Draws the examples of the rules. */
  example?: (title: string) => Promise<Loaded<ExampleProps>>;
  /** A small table, and what lies on it after each move of a match that bots have played. */
  living?: (title: string) => Promise<Loaded<LivingProps> & { readonly states: readonly Drawn[] }>;
}

/** A component that takes more than everybody gives it, with what it takes. */
export function loaded<Props extends object, All extends Props>(
  Part: Component<All>,
  own: Omit<All, keyof Props>,
): Loaded<Props> {
  return { Part: Part as unknown as Component<Props>, own };
}
