// The texts of one language, one file to load: what the page says, and the words of the games it shares with the
// terminal.
export default import.meta.glob<import('./sentence.ts').Texts>(
  '../../../src/jeton/words/en/{page,splendor,server}.json',
  { eager: true, import: 'default' },
);
