/** Lengths in px as custom properties of a style: `{ gap: 4 }` is `--gap: 4px`. */
export const lengths = (px: Record<string, number>): string =>
  Object.entries(px)
    .map(([name, n]) => `--${name}: ${n}px`)
    .join('; ');
