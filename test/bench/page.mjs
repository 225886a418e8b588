// Size of the page, compressed: what a browser loads first, and what it loads when it plays a stream. Run `npm run build` before.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = path.join(import.meta.dirname, '../../dist/web');
/** Bytes of script of the first view, compressed. */
const maxFirstView = 100_000;

const document = await readFile(path.join(folder, 'index.html'), 'utf8');
const sizes = [];
for (const name of await readdir(path.join(folder, 'assets'))) {
  const bytes = gzipSync(await readFile(path.join(folder, 'assets', name)), { level: 9 }).length;
  sizes.push({ name, bytes, when: document.includes(name) ? 'first view' : 'when a stream is played' });
}
for (const { name, bytes, when } of sizes)
  console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}  (${when})`);
const first = sizes
  .filter(({ name, when }) => name.endsWith('.js') && when === 'first view')
  .reduce((sum, { bytes }) => sum + bytes, 0);
console.log(`script of the first view: ${(first / 1000).toFixed(1)} kB, at most ${maxFirstView / 1000} kB`);
if (first > maxFirstView) process.exitCode = 1;
