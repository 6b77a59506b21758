// Two answers of the server, one after the other: what did not change stays the very same object, so that whatever was
// drawn from it is left alone.

type Data = Record<string, unknown>;

/** `after`, with every part that equals its counterpart in `before` replaced by that one. */
export function keep<T>(before: unknown, after: T): T {
  if (before === after || typeof after !== 'object' || typeof before !== 'object' || !after || !before) return after;
  if (Array.isArray(after) !== Array.isArray(before)) return after;
  const [old, now] = [before as Data, after as Data];
  const keys = Object.keys(now);
  let same = keys.length === Object.keys(old).length;
  for (const key of keys) {
    const kept = keep(old[key], now[key]);
    now[key] = kept;
    same &&= kept === old[key];
  }
  return same ? (before as T) : after;
}
