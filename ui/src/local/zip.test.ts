import { describe, expect, it } from 'vitest';
import { crc32, zip } from './zip.ts';

describe('an archive of match files', () => {
  it('has the checksum that everybody has', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });

  it('names each file, and says where it begins', async () => {
    const at = new Date(2026, 10, 18, 1, 2, 4);
    const made = zip([
      { name: 'a.match', at, text: 'first' },
      { name: 'é.match', at, text: 'second' },
    ]);
    const bytes = new DataView(await made.arrayBuffer());
    const end = bytes.byteLength - 22;

    expect(bytes.getUint32(end, true)).toBe(0x06054b50);
    expect(bytes.getUint16(end + 10, true)).toBe(2);
    const central = bytes.getUint32(end + 16, true);
    expect(central + bytes.getUint32(end + 12, true)).toBe(end);
    expect(bytes.getUint32(central, true)).toBe(0x02014b50);
    const second = central + 46 + 'a.match'.length;
    const begin = bytes.getUint32(second + 42, true);
    expect(bytes.getUint32(begin, true)).toBe(0x04034b50);
    const named = bytes.getUint16(begin + 26, true);
    const text = new Uint8Array(bytes.buffer, begin + 30 + named, bytes.getUint32(begin + 22, true));
    expect(new TextDecoder().decode(text)).toBe('second');
  });
});
