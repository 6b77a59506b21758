// What a judge makes of a match, as a server and this device's worker say it: `analysis/review.py`.
export type Verdict = '' | 'slip' | 'mistake' | 'blunder';

export interface Choice {
  move: string;
  chances: number[];
  margin: number;
  lines: number;
  /** The move and how the match would go on. */
  line?: string[];
}

export interface Decision {
  n: number;
  seat: number;
  move: string;
  choices: number;
  before: number[];
  after: number[];
  best: Choice[];
  played: Choice;
  cost: number;
  verdict: Verdict;
  /** What the best move has over the one played. */
  why?: Fact[];
}

export interface Review {
  lines: number;
  calibrated: number;
  decisions: Decision[];
  players: { accuracy: number | null; slips: number; mistakes: number; blunders: number }[];
}

export interface Fact {
  kind: string;
  seat: number;
  count?: number;
  of?: number;
  other?: number | null;
  card?: number;
  noble?: number;
  tokens?: string;
}
