// Writes the sizes and SHA-256 sums of the files of each voice package into its manifest: `node scripts/sum-voices.mjs`, after a
// file was replaced. A test compares them.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const voices = path.join(import.meta.dirname, '../voices');

for (const name of await readdir(voices)) {
  const folder = path.join(voices, name);
  const file = path.join(folder, 'model.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  for (const entry of manifest.model.files) {
    const data = await readFile(path.join(folder, entry.path));
    Object.assign(entry, { bytes: data.length, sha256: createHash('sha256').update(data).digest('hex') });
  }
  await writeFile(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
}
