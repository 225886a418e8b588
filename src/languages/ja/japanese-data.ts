import { readFile } from 'node:fs/promises';
import { packageRoot } from '../../core/package-root.ts';

/** Returns the words that Kokoro was trained to hear as one, though an analyser divides them: `食えば`, `だから`. */
export async function readJoinedWords(): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  for (const line of await dataLines('joined-words.txt')) {
    const [stems = '', endings = ''] = line.split('\t');
    for (const stem of stems.split(' ')) {
      for (const ending of endings.split(' ')) words.add(ending === '-' ? stem : stem + ending);
    }
  }
  return words;
}

/** Returns readings, in hiragana, of characters that are not words of an analyser's dictionary. */
export async function readKanjiReadings(): Promise<ReadonlyMap<string, string>> {
  const lines = await dataLines('kanji-readings.txt');
  return new Map(lines.map((line) => [line.charAt(0), line.slice(1)]));
}

/** Lines of a file of data, without the lines of `#` that say where they come from. */
async function dataLines(name: string): Promise<readonly string[]> {
  const text = await readFile(new URL(`data/ja/${name}`, packageRoot()), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
