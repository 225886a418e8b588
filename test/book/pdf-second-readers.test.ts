import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import { countWords } from '../../src/text/count-words.ts';
import { sharedBooks, smallBook } from '../helpers/real-books.ts';

const run = promisify(execFile);
const limits = { timeout: 45_000, killSignal: 'SIGKILL', maxBuffer: 50_000_000 } as const;
const pdf2json = fileURLToPath(new URL('../helpers/read-with-pdf2json.mjs', import.meta.url));
const password = 'openpassword';

interface Case {
  readonly name: string;
  /** Words that are in no chapter and in no entry of what was left out: note marks, and words that the other reader cuts. */
  readonly unlisted: number;
  /** What is wrong with pdf2json's text of this book; then only the letters are compared. */
  readonly defect?: string;
  /** Not even the letters are right; the day they are, this test says so. */
  readonly garbled?: boolean;
}

const cases: readonly Case[] = [
  { name: 'report', unlisted: 0 },
  { name: 'locked', unlisted: 0 },
  { name: 'gazette', unlisted: 0, defect: 'columns interleave' },
  { name: 'alice', unlisted: 20, defect: 'words of justified lines run together' },
  // Two marks for each of 15 notes, and two compounds that the other readers see as two words at a line's end.
  { name: 'federal-register-3col', unlisted: 40, defect: 'columns interleave and words are cut into pieces' },
  { name: 'lost-treasure', unlisted: 0, defect: 'text in Type 3 fonts is garbled', garbled: true },
  { name: 'pdflatex-4-pages', unlisted: 0, defect: 'no blanks between words' },
  { name: 'pdflatex-outline', unlisted: 0, defect: 'no blanks between words' },
  { name: 'password-openpassword', unlisted: 0 },
];

/** Each book is read once for all its tests. */
const read = new Map<string, ReturnType<typeof readOnce>>();

async function ours(path: string) {
  const reading = read.get(path) ?? readOnce(path);
  read.set(path, reading);
  return await reading;
}

async function readOnce(path: string) {
  const book = await readPdf(readFileSync(path), { signal: new AbortController().signal, password });
  const blocks = book.chapters.flatMap((chapter) => [...chapter.blocks, ...(chapter.notes ?? [])]);
  const leftOut = book.leftOut.filter((one) => one.reason !== 'notes').reduce((sum, one) => sum + one.words, 0);
  return { text: blocks.map((block) => block.text).join('\n'), leftOut };
}

/** Words cut at a line's end as one. */
function uncut(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/(?<=\p{L})[-\u00AD\u2010]\s*\n\s*(?=\p{L})/gu, '')
    .replaceAll(/(?<=[–/])\n/gu, '');
}

/** Words in small letters, compounds as one. */
function words(text: string): string[] {
  return (
    uncut(text)
      .replaceAll('-', '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

const letters = (text: string) => text.normalize('NFKC').toLowerCase().match(/\p{L}/gu) ?? [];

/** How many of `some` are not among `all`, each counted as often as it comes. */
function surplus(some: readonly string[], all: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return some.filter((one) => {
    const left = counts.get(one) ?? 0;
    counts.set(one, left - 1);
    return left <= 0;
  }).length;
}

async function pdftotext(path: string): Promise<string | undefined> {
  try {
    return (await run('pdftotext', ['-upw', password, path, '-'], limits)).stdout;
  } catch {
    return undefined;
  }
}

describe('an independent reader of the same PDF', () => {
  for (const { name, unlisted, defect, garbled = false } of cases) {
    const small = smallBook(`${name}.pdf`);
    const path = existsSync(small) ? small : sharedBooks(`${name}.pdf`)[0]?.file;
    if (path === undefined) continue; // ../shared/books is not here.

    it(`finds the words of ${name} that we read, and no others but those we list as left out (pdftotext)`, async (context) => {
      const text = (await pdftotext(path)) ?? context.skip('needs pdftotext (poppler-utils)');
      const own = await ours(path);
      const [mine, theirs] = [words(own.text), words(text)];
      expect(surplus(mine, theirs)).toBeLessThanOrEqual(mine.length * 0.001);
      const missing = countWords(uncut(text)) - countWords(uncut(own.text));
      expect(Math.abs(missing - own.leftOut)).toBeLessThanOrEqual(unlisted);
    });

    it(`finds the ${defect === undefined ? 'words' : 'letters'} of ${name} that we read (pdf2json${defect === undefined ? '' : `: ${defect}`})`, async () => {
      const { stdout } = await run(process.execPath, [pdf2json, path, password], limits);
      const text = stdout.split('\n<<<text>>>\n')[1] ?? '';
      const own = await ours(path);
      const [mine, theirs] = defect === undefined ? [words(own.text), words(text)] : [letters(own.text), letters(text)];
      expect(theirs.length).toBeGreaterThan(0);
      expect(surplus(mine, theirs) > mine.length * 0.001).toBe(garbled);
    });
  }
});
