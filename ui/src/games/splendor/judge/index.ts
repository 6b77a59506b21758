// What a judge can say about a move of Splendor and of Marvel.
import type { Explaining } from '../../explaining.ts';
import { factsOf } from './facts.ts';
import { why } from './why.ts';

export const splendor: Explaining = { factsOf, why };
