/** The rule that says what a legend does (G110 to G125), as the engine numbers them; a test compares. */
export const LEGENDS: Record<string, string> = {
  G110: 'alatyr',
  G111: 'andvaranaut',
  G112: 'ark',
  G113: 'wand',
  G114: 'scales',
  G115: 'boots',
  G116: 'girdle',
  G117: 'club',
  G118: 'necklace',
  G119: 'excalibur',
  G120: 'kunee',
  G121: 'stone',
  G122: 'apple',
  G123: 'trident',
  G124: 'hourglass',
  G125: 'egg',
};

/** Those that stay before their holder until played (G100); the others act at once. */
export const KEPT: readonly string[] = ['wand', 'boots', 'club', 'kunee', 'stone', 'apple', 'trident', 'hourglass'];
