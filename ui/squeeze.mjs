// Compresses what is text beside itself, once, as small as can be. What Python can do as well, the server does.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../src/jeton/server/static');
const SMALL = 500;
// Of parts below this size Brotli saves some hundred bytes more than the server's own gzip, and the wheel carries each form.
const SMALL_PART = 30000;

// What a page without a network is made of: all but what says how it was built, and the worker that keeps it.
const kept = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(FOLDER, join(file.parentPath, file.name)).replaceAll('\\', '/'))
    .filter((name) => !/^(\.|(sw\.js|index\.html|offline\.json)$)/.test(name) && !/\.(br|gz)$/.test(name));
writeFileSync(join(FOLDER, 'offline.json'), JSON.stringify(kept.sort()));

for (const name of readdirSync(FOLDER, { recursive: true })) {
    if (name.startsWith('.') || !/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue;
    const path = join(FOLDER, name);
    const text = readFileSync(path);
    if (text.length < (name.startsWith('assets') ? SMALL_PART : SMALL)) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(text));
}
