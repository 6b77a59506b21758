// Lines of a graph: heights from 0 to 1, as paths in a box of WIDTH by HEIGHT that is stretched to its place.
export const WIDTH = 400;
export const HEIGHT = 100;

export const across = (i: number, last: number): number => (i / Math.max(1, last)) * WIDTH;
export const up = (height: number): number => HEIGHT - height * HEIGHT;

export const path = (heights: readonly number[]): string =>
  heights
    .map((height, i) => `${i ? 'L' : 'M'}${across(i, heights.length - 1).toFixed(1)} ${up(height).toFixed(1)}`)
    .join('');
