// Where the words are that only some tables and dialogs need: the list of files alone would weigh on the first load.
import type { Texts } from './sentence.ts';

export const RULES = import.meta.glob<Record<string, Record<string, string>>>('../../../src/jeton/words/*/rules.json', {
  import: 'default',
});

export const EXTRA = import.meta.glob<Texts>(
  '../../../src/jeton/words/*/{account,board,clues,credits,desk,dialogs,games,guardians,guardians_page,chat,hint,learn,legends,lobby,making,marvel,over,puzzle,ratings,reasons,review,sounds,why}.json',
  {
    import: 'default',
  },
);
