// A recorded match as a small table draws it: all of it at first, then the changes of each move.

/** The points of everybody, and whatever else a game draws. */
export interface Drawn {
  readonly points: readonly number[];
}

/** The recording as states, one after each move. */
export function unfold<State extends Drawn>(recording: readonly unknown[]): State[] {
  const states: State[] = [];
  for (const changed of recording) states.push({ ...states.at(-1), ...(changed as Partial<State>) } as State);
  return states;
}

/** Where a table begins: some way into the match, so that there is something to see at once. */
export const firstOf = (states: readonly unknown[]): number => Math.floor(states.length / 3);

/** Which state comes next, and after how many milliseconds: the end stands for a while. */
export function after(at: number, count: number): { next: number; wait: number } {
  return at + 1 < count ? { next: at + 1, wait: 1600 } : { next: 0, wait: 6000 };
}
