import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Files that English, German, French and Spanish need. */
const needed =
  /^(?:phondata|phonindex|phontab|intonations|(?:en|de|fr|es)_dict|lang\/(?:gmw\/(?:en.*|de)|roa\/(?:fr|es)))$/u;

/** Writes the part of espeak-ng's data that tests need, from the package that this program ships. */
export async function writeEspeakData(folder: string): Promise<void> {
  const script = createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
  const code = await readFile(script, 'utf8');
  const data = await readFile(script.replace(/\.js$/u, '.data'));
  const entries = code.matchAll(/\{filename:"\/usr\/share\/espeak-ng-data\/([^"]+)",start:(\d+),end:(\d+)/gu);
  for (const [, name = '', start, end] of entries) {
    if (!needed.test(name)) continue;
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, data.subarray(Number(start), Number(end)));
  }
}
