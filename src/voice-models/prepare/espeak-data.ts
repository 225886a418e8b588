import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import { baseLanguage } from '../../core/language.ts';

/** Name of the folder in a model's folder that the engine reads espeak-ng's rules from. */
export const espeakDataName = 'espeak-ng-data';

/** Space that the data of a few languages take, in bytes; Russian alone has 9 MB. */
export const espeakDataBytes = 12_000_000;

/**
 * Writes the pronunciation rules of espeak-ng for some languages (BCP-47) and for English, which other languages fall back
 * to. They come from the package of espeak-ng that this program speaks with, so nothing is downloaded. Throws
 * `tool-missing` without that package.
 */
export async function writeEspeakData(folder: string, languages: readonly string[]): Promise<void> {
  const { data, files } = await readPackage();
  const dictionaries = new Set(['en', ...languages].map((language) => `${dictionaryOf(language)}_dict`));
  const needed = files.filter(({ name }) =>
    name.endsWith('_dict') ? dictionaries.has(name) : !name.startsWith('voices/'),
  );
  await using handle = await open(data);
  for (const { name, start, end } of needed) {
    const target = path.join(folder, espeakDataName, name);
    await mkdir(path.dirname(target), { recursive: true });
    const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
    await writeFile(target, buffer);
  }
}

function dictionaryOf(language: string): string {
  const base = baseLanguage(language);
  return base === 'zh' ? 'cmn' : base;
}

interface PackedFile {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The package is a program in WebAssembly with its files in one: the program lists where each begins and ends. */
async function readPackage(): Promise<{ readonly data: string; readonly files: readonly PackedFile[] }> {
  try {
    const program = createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
    const text = await readFile(program, 'utf8');
    const listed = text.matchAll(
      /\{filename:"\/usr\/share\/espeak-ng-data\/(?<name>[\w/!+.-]+)",start:(?<start>\d+),end:(?<end>\d+)/gu,
    );
    const files = Array.from(listed, ({ groups = {} }) => ({
      name: groups['name'] ?? '',
      start: Number(groups['start']),
      end: Number(groups['end']),
    }));
    if (!files.some(({ name }) => name === 'phontab')) throw new Error('The package lists no files.');
    return { data: path.join(path.dirname(program), 'espeak-ng.data'), files };
  } catch (cause) {
    const message =
      'The package @echogarden/espeak-ng-emscripten, which this voice needs, is not installed. Install audiobook again with its optional packages.';
    throw new AudiobookError('tool-missing', message, { cause });
  }
}
