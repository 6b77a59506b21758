// Zoom and pan of a picture in a frame: the picture's upper left corner and its scale, in pixels of the frame.

export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
export const MOST = 4;

/** The largest picture of a ratio (height over width) that fits into a frame, and where it lies there. */
export function fitted(frame: Size, ratio: number): Size & { left: number; top: number } {
  const width = Math.max(1, Math.min(frame.width, frame.height / ratio));
  const height = width * ratio;
  return { width, height, left: (frame.width - width) / 2, top: (frame.height - height) / 2 };
}

/** Where one side may lie: no gap beside a picture that is larger than its frame, in the middle if it is smaller. */
function side(at: number, picture: number, frame: number, home: number): number {
  if (picture <= frame) return (frame - picture) / 2 - home;
  return Math.min(-home, Math.max(frame - picture - home, at));
}

/** The zoom with its bounds kept; offsets are counted from where the whole picture lies. */
export function bounded(zoom: Zoom, frame: Size, ratio: number): Zoom {
  const base = fitted(frame, ratio);
  const scale = Math.min(MOST, Math.max(1, zoom.scale));
  if (scale === 1) return WHOLE;
  return {
    scale,
    x: side(zoom.x, base.width * scale, frame.width, base.left),
    y: side(zoom.y, base.height * scale, frame.height, base.top),
  };
}

/** Zoom by a factor; what lies under the point (in pixels of the frame) stays there, as far as the bounds allow. */
export function zoomed(zoom: Zoom, factor: number, point: { x: number; y: number }, frame: Size, ratio: number): Zoom {
  const base = fitted(frame, ratio);
  const scale = Math.min(MOST, Math.max(1, zoom.scale * factor));
  const by = scale / zoom.scale;
  const move = (at: number, home: number, offset: number): number => at - home - (at - home - offset) * by;
  return bounded({ scale, x: move(point.x, base.left, zoom.x), y: move(point.y, base.top, zoom.y) }, frame, ratio);
}

export function panned(zoom: Zoom, dx: number, dy: number, frame: Size, ratio: number): Zoom {
  return bounded({ ...zoom, x: zoom.x + dx, y: zoom.y + dy }, frame, ratio);
}

/** The zoom moved as little as needed so that a spot (in fractions of the picture) is seen, well inside the frame. */
export function following(zoom: Zoom, at: { x: number; y: number }, frame: Size, ratio: number): Zoom {
  const base = fitted(frame, ratio);
  const margin = Math.min(64, frame.width / 4, frame.height / 4);
  const shift = (place: number, length: number): number =>
    place < margin ? margin - place : place > length - margin ? length - margin - place : 0;
  const left = base.left + zoom.x + at.x * base.width * zoom.scale;
  const top = base.top + zoom.y + at.y * base.height * zoom.scale;
  return panned(zoom, shift(left, frame.width), shift(top, frame.height), frame, ratio);
}
