// A table that no server has: what it says about itself, and the message that shows a view at it.
import { NO_CLOCK } from '../api.ts';
import type { SeatInfo, TableMessage, ViewMessage } from '../protocol.ts';

/** A seat at it: a person's, or a bot's without a level. */
export const stillSeat = (name: string, bot = false): SeatInfo => ({
  kind: bot ? 'bot' : 'human',
  name,
  bot: bot ? '' : null,
  here: true,
  stand_in: null,
  resigned: false,
  out_of_time: false,
  kept: false,
  who: null,
});

/** The table: a match under way, with nobody watching. */
export const stillTable = (id: string, title: string, seats: SeatInfo[], mine: number[]): TableMessage => ({
  t: 'table',
  id,
  name: '',
  version: 0,
  title,
  rules: 0,
  state: 'playing',
  options: {},
  clock: NO_CLOCK,
  public: false,
  host: true,
  seats,
  mine,
  watchers: 0,
  onlookers: [],
  paused: false,
  question: null,
  commitment: '',
  several: false,
  again: [],
  declined: [],
  rematch: null,
  outcome: null,
  code: null,
  key: null,
  nonces: null,
  lesson: null,
  hints: [],
  rated: false,
  origin: '',
});

type Shown = Pick<ViewMessage, 'version' | 'n' | 'seat' | 'actors' | 'can_undo' | 'reports' | 'view'>;

/** A whole view at once, without clocks and chat. */
export const stillView = (shown: Shown): ViewMessage => ({
  ...shown,
  t: 'view',
  since: shown.n,
  reset: true,
  clocks: null,
  due: null,
  can_ask_undo: false,
  chat_open: false,
});
