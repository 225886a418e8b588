import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeFileAtomic } from '../../../core/files/atomic-file.ts';

/**
 * Brings phonemes to the engine as they are. sherpa-onnx 1.13 gives all text to its own espeak-ng, whose alphabet Kokoro was not
 * trained on, except Han characters: those it looks up in a lexicon. So each letter of Kokoro's alphabet becomes a Han character, which
 * a lexicon made for the model turns back into the letter.
 */
export interface PhonemeCode {
  /** Files for the engine's settings `tokens` and `lexicon`. */
  readonly tokens: string;
  readonly lexicon: string;
  /** Returns the letters that the model has. */
  readonly known: (phonemes: string) => string;
  /** Returns the characters that stand for the letters; those that the model lacks are left out. */
  readonly encode: (phonemes: string) => string;
}

/** A lexicon line cannot hold a space, so the copy of the list of tokens has a second name for it. */
const spaceName = '␣';
const firstHan = 0x4e00;
const folderName = 'phoneme-code-1';

/** Writes the two files of a model, in its own folder or, where that cannot be written, in a temporary one. */
export async function openPhonemeCode(modelFolder: string, tokensFile: string): Promise<PhonemeCode> {
  const rows = readTokens(await readFile(tokensFile, 'utf8'));
  const characters = new Map([...rows].filter(([, id]) => id > 0).map(([token, id]) => [token, hanOf(id)]));
  const tokens = [...rows, [spaceName, rows.get(' ') ?? 0] as const].map(([token, id]) => `${token} ${id}\n`).join('');
  const lexicon = [...characters].map(([token, han]) => `${han} ${token === ' ' ? spaceName : token}\n`).join('');
  const contents = { 'tokens.txt': tokens, 'lexicon.txt': lexicon };
  const folder = await written(path.join(modelFolder, folderName), contents).catch(async () =>
    written(await mkdtemp(path.join(tmpdir(), 'audiobook-kokoro-')), contents),
  );
  return {
    tokens: path.join(folder, 'tokens.txt'),
    lexicon: path.join(folder, 'lexicon.txt'),
    known: (phonemes) => Array.from(phonemes, (letter) => (characters.has(letter) ? letter : '')).join(''),
    encode: (phonemes) => Array.from(phonemes, (letter) => characters.get(letter) ?? '').join(''),
  };
}

function hanOf(id: number): string {
  return String.fromCodePoint(firstHan + id);
}

/** Lines of a token and its number. The token may be a space. */
function readTokens(text: string): ReadonlyMap<string, number> {
  const rows = text.split(/\r?\n/u).filter((line) => line.includes(' '));
  return new Map(
    rows.map((line): [string, number] => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** Writes files that are not there yet, and returns the folder. */
async function written(folder: string, contents: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, content] of Object.entries(contents)) {
    const file = path.join(folder, name);
    const present = await readFile(file, 'utf8').catch(() => undefined);
    if (present !== content) await writeFileAtomic(file, content, { makeFolder: true });
  }
  return folder;
}
