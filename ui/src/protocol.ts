// Made by ui/tools/protocol_types.py from the server's own structs: never edited by hand.

export const PROTOCOL = 1;

/** How a person can sign in; empty for a guest. */
export interface Account {
  login: string | null;
  password: boolean;
  passkeys: Passkey[];
  news: News[];
}

/** Something a keeper did: `by` is a person's id, or `jeton admin`. */
export interface ActRow {
  id: string;
  at: number;
  by: string;
  what: string;
  subject: string;
  name: string;
  until: number | null;
  about: string;
  why: string;
}

/** Answer the open question. */
export interface Answer {
  t: 'answer';
  id: number;
  yes: boolean;
}

/** Ask the others to pause or to go on. */
export interface Ask {
  t: 'ask';
  id: number;
  what: 'pause' | 'resume';
}

/** A person, or a range of addresses, that is kept out; `kind` is person, address or chat. */
export interface BanRow {
  id: string;
  kind: string;
  subject: string;
  until: number;
  name: string | null;
}

/** The answer to `why`: the move is legal, or what a `no` would say if it were played. */
export interface Because {
  t: 'because';
  id: number;
  move: string;
  legal: boolean;
  code: string | null;
  rule: string | null;
  values: Record<string, unknown>;
}

/** A board: what the next mover sees; or why there can be no such position. */
export interface BoardInfo {
  start: string;
  now: string;
  views: unknown[];
  reports: Report[];
  flaws: Flaw[];
}

/** Somebody on the board. */
export interface BoardRow {
  name: string;
  rating: number;
  spread: number;
  games: number;
  me: boolean;
  bot: string | null;
}

/** A boat: its owner, where it lies, whom it seeks, and the number of its landing (G45). */
export interface Boat {
  seat: number;
  island: string;
  sought: number;
  seq: number;
}

/** A boat as a seat sees it; `sought` is None while the hull is hidden (G4). */
export interface BoatView {
  seat: number;
  island: string;
  seq: number;
  sought: number | null;
}

/** Put a bot on a seat. */
export interface BotRequest {
  bot: string;
}

/** The server hangs up, and says why. */
export interface Bye {
  t: 'bye';
  code: string;
}

/** An island and where its tile lies. */
export interface Cell {
  island: string;
  q: number;
  r: number;
}

/** A rating before a match and after it. */
export interface Change {
  before: number;
  after: number;
}

/** Somebody said something: `who` and `name` stay theirs when seats are removed or change hands. */
export interface ChatMessage {
  t: 'chat';
  at: number;
  seat: number;
  who: string;
  name: string;
  preset: string | null;
  text: string | null;
}

/** When the next tick is due (match time in milliseconds), and what it will do. */
export interface Clock {
  kind: string;
  at: number;
  begins: number;
}

/** How much time a seat has: seconds and increment for `advisory` and `hard`, days for each turn for `days`. */
export interface ClockSetting {
  kind: 'advisory' | 'days' | 'hard' | 'none';
  seconds: number;
  increment: number;
  days: number;
}

/** What each seat's clock shows (milliseconds), and whose are running. */
export interface Clocks {
  left: number[];
  running: number[];
}

/** A clue token on a postcard: the point under its tip and the element there, if any (G24). */
export interface Clue {
  seat: number;
  postcard: string;
  x: number;
  y: number;
  element: string | null;
  seq: number;
  round: number;
}

/** All that an admin sees. */
export interface Desk {
  reports: ReportRow[];
  bans: BanRow[];
  acts: ActRow[];
}

/** A found location: who found it, who was paid what, and how its legend changed each seat's coins. */
export interface Discovery {
  guardian: number;
  location: string;
  reward: string;
  finders: number[];
  gold: number[];
  coins: number[];
  power: string;
  chosen: number | null;
  power_gold: number[];
  power_coins: number[];
  marks: Mark[];
}

/** The server did it. */
export interface Done {
  id: string;
  version: number;
  n: number;
}

/** A legend that somebody played; it changes the first search phase that begins after it (G101). */
export interface Effect {
  legend: string;
  by: number;
  on: number;
  clues: number;
  boats: number;
  round: number;
}

/** Something that speaks for a move and can be counted in the lines played out. */
export interface Fact {
  kind: string;
  seat: number;
  count: number;
  of: number;
  other: number | null;
  card: number;
  noble: number;
  tokens: string;
  values: Record<string, number | string>;
}

/** A beacon fire of a seat's colour; `wand` marks Merlin's, which says less (A12). */
export interface Fire {
  seat: number;
  island: string;
  wand: boolean;
}

/** Why no match could have come to a position: the rule, a code for the sentence, and its values. */
export interface Flaw {
  rule: string;
  code: string;
  values: Record<string, unknown>;
}

/** The table of a code. */
export interface Found {
  id: string;
  code: string;
}

/** A game that I have finished. */
export interface GameRow {
  id: string;
  title: string;
  seats: number;
  state: string;
  name: string;
  players: SeatInfo[];
  free: number;
  changed_at: number;
  my_turn: boolean;
  clock: string;
  points: number[] | null;
  winners: number[] | null;
  ranks: number[] | null;
  rated: boolean;
  origin: string;
  mine: number[];
  tallies: (Tally | null)[];
  accuracy: (number | null)[] | null;
  rating: Change | null;
}

/** What everybody knows of one seat. */
export interface GuardiansSeat {
  colour: string;
  gold: number;
  coins: number;
  score: number;
  state: string;
  clues_left: number;
  boats_left: number;
  clue_tokens: number;
  fire_tokens: number;
  piles: number;
  holds: boolean;
  kept: string[];
  armed: string[];
}

/** What a seat may know, with its legal moves; `seat` is None for a spectator. */
export interface GuardiansView {
  title: string;
  seat: number | null;
  level: number;
  goal: number;
  powers: boolean;
  phase: string;
  round: number;
  clock: Clock | null;
  board: Cell[];
  face_down: string[];
  postcards: string[];
  clues: Clue[];
  boats: BoatView[];
  fires: Fire[];
  effects: Effect[];
  players: GuardiansSeat[];
  hand: Pile | null;
  piles: Pile[];
  location_deck: number;
  reward_deck: number;
  postcard_deck: number;
  owing: Owing | null;
  resolution: Resolution | null;
  history: Resolution[];
  found: string[];
  spent: string[];
  guarded: (Pile | null)[];
  seq: number;
  since: number;
  chat: boolean;
  moves: string[];
  outcome: Outcome | null;
}

/** A reserved card as a seat sees it: its level, its number if known, whether it was reserved from a deck (S21). */
export interface HandCard {
  level: number;
  card: number | null;
  blind: boolean;
}

/** Let a bot play for one's own seat, or for one whose player is gone; for another's the server asks the others. */
export interface HandOver {
  t: 'handover';
  id: number;
  seat: number;
  bot?: string | null;
}

/** First of all: which protocol, the client's own name (random, kept over reconnections), which seat to look from. */
export interface Hello {
  t: 'hello';
  protocol: number;
  client: string;
  seat?: number | null;
  watch?: boolean;
  since?: number;
}

/** One thing that is true of a move: the words `hint.fact.CODE`, with values. */
export interface HintFact {
  code: string;
  values: Record<string, number | string>;
}

/** The answer to `hint`: what a strong bot would do after entry `n`, and why. */
export interface HintMessage {
  t: 'hint';
  id: number;
  n: number;
  move: string;
  facts: HintFact[];
  chance: number | null;
}

/** What would a strong bot do here? */
export interface HintPlease {
  t: 'hint';
  id: number;
}

/** Keep a seat for people who come with the code, or let anybody sit there. */
export interface KeepRequest {
  kept: boolean;
}

/** Who is the strongest here at a title. */
export interface LeaderBoard {
  least: number;
  rows: BoardRow[];
  me: BoardRow | null;
}

/** A match of a lesson. Deal and moves to come stay on the server. */
export interface LessonChapter {
  name: string;
  before: number;
  knows: string;
  steps: LessonStep[];
}

/** The first game of a title, as far as the page needs it. */
export interface LessonInfo {
  title: string;
  chapters: LessonChapter[];
}

/** One thing that the coach says; with a move to make if the table waits for it. */
export interface LessonStep {
  topic: string;
  words: string;
  point: string[];
  ring: string;
  picture: string;
  do: string;
  near: number;
  then: string[];
  press: string;
  others: number;
}

/** A mark that lay on a seat and acted on a payment: its own apple, or another seat's kunee (G106). */
export interface Mark {
  seat: number;
  legend: string;
}

/** Who this session is. */
export interface Me {
  id: string;
  name: string;
  language: string;
  login: string | null;
  token: string | null;
  role: string | null;
}

/** Play a move; `seen` is the number of the last entry that the player had seen. */
export interface MoveMessage {
  t: 'move';
  id: number;
  seen: number;
  move: string;
}

/** Hear no more of what a seat says, or hear it again. */
export interface Mute {
  t: 'mute';
  id: number;
  seat: number;
  on?: boolean;
}

/** What an admin does: to a person, addresses, a line or a report; `until` in milliseconds since 1970. */
export interface NewAct {
  what: 'ban' | 'ban_address' | 'close' | 'delete' | 'delete_line' | 'lift' | 'mute' | 'rename';
  subject: string;
  why?: string;
  until?: number | null;
  name?: string;
}

/** Somebody who wants to play. */
export interface NewGuest {
  name: string;
  language?: 'en' | 'fr' | 'nl';
}

/** A chapter of a title's lesson; by default the first one. */
export interface NewLesson {
  title: string;
  chapter?: string;
}

/** A table to be made. */
export interface NewTable {
  title: string;
  seats?: number;
  options?: Record<string, unknown>;
  clock?: ClockSetting;
  public?: boolean;
  sit?: boolean;
  name?: string;
  names?: string[];
  nonce?: string;
  bots?: string[];
  pace?: number | null;
  several?: boolean;
  kept?: number;
  start?: boolean;
  rated?: boolean;
}

/** Something that the owner should know. */
export interface News {
  kind: string;
  at: number;
}

/** Message `id` was refused: a stable code, the rule if one forbids it, and values for the sentence. */
export interface No {
  t: 'no';
  id: number | null;
  code: string;
  rule: string | null;
  values: Record<string, unknown>;
}

/** What a browser needs to subscribe, and how many of one's devices have. */
export interface NoticeInfo {
  key: string;
  devices: number;
}

/** The numbers of the ruleset that a screen shows. */
export interface Numbers {
  goal: number;
  goal_bonuses: number;
  goal_time: number;
  limit: number;
  hand: number;
  noble_points: number;
  tile_points: number;
  choose_payment: boolean;
}

/** A bot level that people can choose; `name:style=…` chooses a style too. */
export interface Offer {
  name: string;
  level: number;
  styles: string[];
  seconds: number;
  ratings: Record<string, Rating>;
}

/** Message `id` was carried out, or had been: `n` is the last entry now. */
export interface Ok {
  t: 'ok';
  id: number;
  n: number;
  repeated: boolean;
}

/** A table option. */
export interface OptionInfo {
  name: string;
  values: unknown[];
  default: unknown;
  rule: string;
  type: string;
  limits: [number, number] | null;
}

/** How a match ended: why, who won (several seats may share it), and each seat's points and rank (1 is best). */
export interface Outcome {
  termination: string;
  winners: number[];
  points: number[];
  ranks: number[];
}

/** A choice that the holder of an immediate power owes (G105). */
export interface Owing {
  seat: number;
  legend: string;
}

/** One passkey of a person. */
export interface Passkey {
  id: string;
  name: string;
  host: string;
  made_at: number;
  used_at: number;
}

/** Somebody, as an admin finds them. */
export interface PersonRow {
  id: string;
  name: string;
  login: string | null;
  role: string | null;
  made_at: number;
  seen_at: number;
  bot_of: string | null;
}

/** A location card on a reward card (G12). */
export interface Pile {
  location: string;
  reward: string;
}

/** Is anybody there? */
export interface Ping {
  t: 'ping';
  id?: number;
}

/** Yes. */
export interface Pong {
  t: 'pong';
  id: number;
  now: number;
}

/** What a card would cost the viewing seat, and how near that is. */
export interface Price {
  cost: number[];
  short: number[];
  gold: number;
  state: 'far' | 'free' | 'gold' | 'now' | 'soon';
}

/** A position with one move that is clearly the best, or a clue that clearly means one place. */
export interface PuzzleInfo {
  id: string;
  title: string;
  seats: number;
  theme: string;
  difficulty: number;
  seat: number;
  view: unknown;
  move: string;
  then: string[];
  chances: Record<string, number>;
  why: Fact[];
  options: Record<string, unknown>;
  begin: string;
}

/** Somebody's rating at puzzles of a title. */
export interface PuzzleRating {
  rating: number;
  spread: number;
  before: number | null;
}

/** A puzzle in the list. */
export interface PuzzleRow {
  id: string;
  title: string;
  seats: number;
  theme: string;
  difficulty: number;
}

/** What the seats are asked, by whom, and who still has to answer. */
export interface Question {
  what: 'handover' | 'pause' | 'resume' | 'undo';
  by: number;
  waiting: number[];
  target: number | null;
}

/** A bot's strength on the scale of one title and number of seats (Elo), with a 95 % interval. */
export interface Rating {
  elo: number;
  low: number;
  high: number;
  games: number;
}

/** My rating after a match. */
export interface RatingPoint {
  title: string;
  table: string;
  at: number;
  rating: number;
  spread: number;
  games: number;
}

/** Where others reach this server. */
export interface Reach {
  address: string | null;
  alone: boolean;
}

/** How far a rematch has come. */
export interface Rematch {
  table: string | null;
  waiting: number[];
}

/** Agree to a rematch, or decline it. */
export interface RematchRequest {
  on?: boolean;
  wait?: boolean;
}

/** What one seat may know of an entry: public facts, and the move in words that hide what the seat must not see. */
export interface Report {
  n: number;
  at: number;
  seat: number;
  move: string;
  facts: Record<string, unknown>;
}

/** An open report. */
export interface ReportRow {
  id: string;
  at: number;
  by: string;
  subject: string;
  name: string;
  match: string;
  line: string | null;
  text: string | null;
  why: string;
}

/** Give up; in a match of more than two a bot plays on for the seat. */
export interface Resign {
  t: 'resign';
  id: number;
}

/** What a resolution phase showed everybody. */
export interface Resolution {
  round: number;
  boats: Boat[];
  discoveries: Discovery[];
  fires: Fire[];
  reshuffled: string[];
  clues: Clue[];
}

/** Chat: a text of one's own, or the name of a preset. */
export interface Say {
  t: 'say';
  id: number;
  text?: string | null;
  preset?: string | null;
}

/** Who sits at a seat: `kind` is empty, human or bot; a human may be away, or let a bot stand in. */
export interface SeatInfo {
  kind: 'bot' | 'empty' | 'human';
  name: string;
  bot: string | null;
  here: boolean;
  stand_in: string | null;
  resigned: boolean;
  out_of_time: boolean;
  kept: boolean;
  who: string | null;
}

/** What a rated match changed for a seat; a bot stays where it is. */
export interface SeatRating {
  seat: number;
  before: number;
  after: number;
  spread: number;
  games: number | null;
}

/** Take a seat, any free one without a number; with a name it is for somebody else at the same device. */
export interface SeatRequest {
  seat?: number | null;
  name?: string | null;
  nonce?: string;
  code?: string;
}

/** What lies before one seat. */
export interface SeatView {
  tokens: number[];
  bonuses: number[];
  points: number;
  tags: number;
  meets_goal: boolean;
  cards: number[];
  hand: HandCard[];
  nobles: number[];
}

/** Who this session is now, and how many games came along from this device's guest. */
export interface SignedIn {
  me: Me;
  games: number;
}

/** What a seat may know, with its legal moves; `seat` is None for a spectator. */
export interface SplendorView {
  title: string;
  seat: number | null;
  phase: string;
  turn: number;
  first: number;
  turns: number;
  passes: number;
  bank: number[];
  market: number[];
  decks: number[];
  nobles: number[];
  tile: number | null;
  paid: number[];
  refill: number | null;
  players: SeatView[];
  moves: string[];
  outcome: Outcome | null;
  numbers: Numbers;
  owed: number;
  prices: (Price | null)[];
  hand_prices: Price[];
  nobles_left: number[];
  plans: string[];
}

/** Begin; this bot takes the empty seats. */
export interface StartRequest {
  fill?: string | null;
}

/** Send everything again. */
export interface Sync {
  t: 'sync';
}

/** What the host may change before the match. */
export interface TableChange {
  several: boolean;
}

/** All about the table but the game: who sits where, open questions, how it ended. */
export interface TableMessage {
  t: 'table';
  id: string;
  name: string;
  version: number;
  title: string;
  rules: number;
  state: 'open' | 'over' | 'playing';
  options: Record<string, unknown>;
  clock: ClockSetting;
  public: boolean;
  host: boolean;
  seats: SeatInfo[];
  mine: number[];
  watchers: number;
  onlookers: string[];
  paused: boolean;
  question: Question | null;
  commitment: string;
  several: boolean;
  again: number[];
  rematch: string | null;
  outcome: Outcome | null;
  code: string | null;
  key: string | null;
  nonces: string[] | null;
  lesson: string | null;
  hints: number[];
  rated: boolean;
  declined: number[];
  origin: string;
}

/** A table in a list. */
export interface TableRow {
  id: string;
  title: string;
  seats: number;
  state: string;
  name: string;
  players: SeatInfo[];
  free: number;
  changed_at: number;
  my_turn: boolean;
  clock: string;
  points: number[] | null;
  winners: number[] | null;
  ranks: number[] | null;
  rated: boolean;
  origin: string;
}

/** Play one's own seat again. */
export interface TakeBack {
  t: 'back';
  id: number;
}

/** What the statistics count of a seat once its match is over. */
export interface Tally {
  turns: number;
  kinds: Record<string, number>;
}

/** How much of its time each seat's bot has used for its move after entry `n`: 0 to 1; 0 if nothing is known. */
export interface Thinking {
  t: 'thinking';
  n: number;
  spent: number[];
  hurried: boolean;
}

/** A game that can be played here. */
export interface TitleInfo {
  title: string;
  version: number;
  seats: number[];
  options: OptionInfo[];
  bots: string[];
  offer: Offer[];
  page: string;
  words: Record<string, Record<string, string>>;
  lessons: string[];
}

/** What the coach says at a step, the parts of the table it is about, and the table as the learner sees it. */
export interface TopicExample {
  words: string;
  point: string[];
  view: unknown;
}

/** One screen of the rules: the numbers of its rules, those for a summary, and examples from the lesson. */
export interface TopicInfo {
  name: string;
  rules: string[];
  main: string[];
  examples: TopicExample[];
}

/** What a transfer link carries. */
export interface TransferToken {
  token: string;
}

/** Take back one's last move: at once if nobody else has moved, else the server asks; what was revealed stays. */
export interface Undo {
  t: 'undo';
  id: number;
  seen: number;
}

/** What this seat may know now, after entry `n` of the match. */
export interface ViewMessage {
  t: 'view';
  version: number;
  n: number;
  seat: number | null;
  since: number;
  reset: boolean;
  actors: number[];
  can_undo: boolean;
  can_ask_undo: boolean;
  clocks: Clocks | null;
  due: number | null;
  chat_open: boolean;
  reports: Report[];
  view: unknown;
}

/** The answer to `hello`: which seat this socket plays (null: it looks on), and which seats the session holds. */
export interface Welcome {
  t: 'welcome';
  protocol: number;
  server: string;
  now: number;
  seat: number | null;
  mine: number[];
}

/** Could this move be played now? Answered with `because`; nothing is played. */
export interface Why {
  t: 'why';
  id: number;
  move: string;
}

/** Whether a move could be played in a puzzle's position, or which rule forbids it, as a table would say. */
export interface WhyNot {
  legal: boolean;
  code: string | null;
  rule: string | null;
  values: Record<string, unknown>;
}

export type FromClient =
  | Hello
  | MoveMessage
  | Why
  | HintPlease
  | Undo
  | Ask
  | Answer
  | Resign
  | HandOver
  | TakeBack
  | Say
  | Mute
  | Sync
  | Ping;

export type FromServer =
  | Welcome
  | TableMessage
  | ViewMessage
  | Thinking
  | Ok
  | No
  | Because
  | HintMessage
  | ChatMessage
  | Pong
  | Bye;
