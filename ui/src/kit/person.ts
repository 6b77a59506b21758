/** Who sits at a place. */
export interface Person {
  /** From 0; the seat's colour follows from it. */
  seat: number;
  name: string;
  /** One or two letters for the avatar; by default the first letter of the name. */
  initial?: string;
  /** Bots are square, people are round. */
  bot?: boolean;
}

export const initialOf = (person: Person): string =>
  person.initial ?? [...person.name.trim()][0]?.toLocaleUpperCase() ?? '?';
