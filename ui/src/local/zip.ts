// A zip archive of small texts, none of them compressed: browsers have no writer of their own.

export interface Packed {
  name: string;
  at: Date;
  text: string;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The checksum of an archive's entries. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 255] as number);
  return (crc ^ 0xffffffff) >>> 0;
}

/** A row of numbers, each of two or four bytes, the least one first. */
function row(...numbers: readonly [size: 2 | 4, value: number][]): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(numbers.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of numbers) {
    if (size === 2) bytes.setUint16(at, value, true);
    else bytes.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(bytes.buffer);
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8 = 0x0800;

/** The archive. */
export function zip(files: readonly Packed[]): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const central: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  let size = 0;
  for (const { name, at: when, text } of files) {
    const [called, body] = [encoder.encode(name), encoder.encode(text)];
    const time = (when.getHours() << 11) | (when.getMinutes() << 5) | (when.getSeconds() >> 1);
    const date = (Math.max(0, when.getFullYear() - 1980) << 9) | ((when.getMonth() + 1) << 5) | when.getDate();
    const about: [2 | 4, number][] = [
      [2, VERSION],
      [2, UTF8],
      [2, 0],
      [2, time],
      [2, date],
      [4, crc32(body)],
      [4, body.length],
      [4, body.length],
      [2, called.length],
      [2, 0],
    ];
    const head = row([4, LOCAL], ...about);
    parts.push(head, called, body);
    const entry = row([4, CENTRAL], [2, VERSION], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    central.push(entry, called);
    at += head.length + called.length + body.length;
    size += entry.length + called.length;
  }
  const end = row([4, END], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, at], [2, 0]);
  return new Blob([...parts, ...central, end], { type: 'application/zip' });
}
