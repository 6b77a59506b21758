// The address of a board holds all of it.

/** What a link says of a board. */
export interface Wanted {
  title: string;
  seats: number;
  start: string;
  moves: readonly string[];
}

/** The address of a board. */
export function address({ title, seats, start, moves }: Wanted): string {
  const query = new URLSearchParams({ n: String(seats) });
  if (start) query.set('p', start);
  if (moves.length) query.set('m', moves.join(','));
  return `/board/${title}?${query}`;
}

export function wantedBy(title: string, query: string): Wanted {
  const said = new URLSearchParams(query);
  const start = said.get('p') ?? '';
  const seats = Number(said.get('n') ?? start.match(/^[a-z]+ (\d)/)?.[1] ?? 2);
  return {
    title,
    seats: Number.isInteger(seats) ? seats : 2,
    start,
    moves: (said.get('m') ?? '').split(',').filter(Boolean),
  };
}
