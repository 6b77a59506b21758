// A net as `src/jeton/wasm/nets.py` packed it: without the rows that have no feature, long numbers as planes of bytes.
import type { Engine } from './engine.ts';

export interface NetArray {
  at: number;
  type: string;
  shape: number[];
  /** How many rows the first layer has; their places come before them. */
  rows?: number;
}

export async function inflate(packed: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The number of a half, a float of 16 bits. */
function whole(half: number): number {
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  return half & 0x8000 ? -size : size;
}

/** Numbers of so many bytes; all first bytes come first. */
function gather(planes: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const size = planes.length / bytes;
  const found = new Uint8Array(planes.length);
  for (let k = 0; k < bytes; k++) for (let i = 0; i < size; i++) found[bytes * i + k] = planes[size * k + i] as number;
  return found;
}

/** Lay a net's arrays into memory; return address and sizes of each. */
export function lay(engine: Engine, net: Uint8Array, arrays: readonly NetArray[]): number[][] {
  return arrays.map(({ at, type, shape, rows }) => {
    const size = shape.reduce((a, b) => a * b, 1);
    if (rows !== undefined) {
      const width = shape[1] as number;
      const to = engine.room(size);
      const places = new Uint16Array(gather(net.subarray(at, at + 2 * rows), 2).buffer);
      const room = engine.bytes(to, size);
      places.forEach((place, i) => {
        const from = at + 2 * rows + width * i;
        room.set(net.subarray(from, from + width), width * place);
      });
      return [to, ...shape];
    }
    const bytes = Number(type.at(-1));
    const given = net.subarray(at, at + bytes * size);
    const to = engine.room(type === '|i1' ? size : 4 * size);
    if (type === '<f2') engine.floats(to, size).set(Array.from(new Uint16Array(gather(given, 2).buffer), whole));
    else engine.bytes(to, bytes * size).set(bytes === 1 ? given : gather(given, bytes));
    return [to, ...shape];
  });
}
