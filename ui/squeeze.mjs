// Compresses what is text beside itself, once, as small as can be: the server only has to choose.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../src/jeton/server/static');
const SMALL = 500;

for (const name of readdirSync(FOLDER, { recursive: true })) {
    if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue;
    const path = join(FOLDER, name);
    const text = readFileSync(path);
    if (text.length < SMALL) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(text));
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
}
