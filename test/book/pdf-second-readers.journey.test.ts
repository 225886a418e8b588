import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import { countWords } from '../../src/text/count-words.ts';
import { sharedBooks, smallBookFile } from '../helpers/real-books.ts';
import { surplus } from '../helpers/word-bag.ts';

const run = promisify(execFile);
const limits = { timeout: 240_000, killSignal: 'SIGKILL', maxBuffer: 50_000_000 } as const;
const pdf2json = fileURLToPath(new URL('../helpers/read-with-pdf2json.mjs', import.meta.url));
const password = 'openpassword';

interface Case {
  readonly name: string;
  /** Words neither in a chapter nor left out: note marks, and words that the other reader splits. */
  readonly unlisted: number;
  /** Defect of pdf2json's text of this book. With one, only the letters are compared. */
  readonly defect?: string;
  /** The letters are wrong, too. The test fails when that is no longer true. */
  readonly isGarbled?: boolean;
}

const cases: readonly Case[] = [
  { name: 'report', unlisted: 0 },
  { name: 'locked', unlisted: 0 },
  { name: 'gazette', unlisted: 0, defect: 'columns interleave' },
  { name: 'alice', unlisted: 20, defect: 'words of justified lines run together' },
  // Two marks for each of 15 notes, and two compounds that the other readers split at the end of a line.
  { name: 'federal-register-3col', unlisted: 40, defect: 'columns interleave and words are cut into pieces' },
  { name: 'lost-treasure', unlisted: 0, defect: 'text in Type 3 fonts is garbled', isGarbled: true },
  { name: 'pdflatex-4-pages', unlisted: 0, defect: 'no spaces between words' },
  { name: 'pdflatex-outline', unlisted: 0, defect: 'no spaces between words' },
  { name: 'password-openpassword', unlisted: 0 },
];

/** Each book is read once for all its tests. */
const readings = new Map<string, ReturnType<typeof readOnce>>();

async function ours(file: string) {
  const reading = readings.get(file) ?? readOnce(file);
  readings.set(file, reading);
  return await reading;
}

async function readOnce(file: string) {
  const book = await readPdf(readFileSync(file), { signal: new AbortController().signal, password });
  const blocks = book.chapters.flatMap((chapter) => [...chapter.blocks, ...(chapter.notes ?? [])]);
  const leftOut = book.leftOut.filter((one) => one.reason !== 'notes').reduce((sum, one) => sum + one.words, 0);
  return { text: blocks.map((block) => block.text).join('\n'), leftOut };
}

/** Joins words that are hyphenated at the end of a line. */
function joinHyphenated(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/(?<=\p{L})[-\u00AD\u2010]\s*\n\s*(?=\p{L})/gu, '')
    .replaceAll(/(?<=[–/])\n/gu, '');
}

/** Returns the words in lower case, without the hyphens of compounds. */
function words(text: string): string[] {
  return (
    joinHyphenated(text)
      .replaceAll('-', '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

const letters = (text: string) => text.normalize('NFKC').toLowerCase().match(/\p{L}/gu) ?? [];

async function pdftotext(file: string): Promise<string | undefined> {
  try {
    return (await run('pdftotext', ['-upw', password, file, '-'], limits)).stdout;
  } catch {
    return undefined;
  }
}

/** Returns the letters and digits that stand together: both readers divide at every hyphen. */
const pieces = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the words that pdftohtml shows in a kind of element. */
async function wordsIn(element: 'b' | 'i', file: string): Promise<string[] | undefined> {
  try {
    const { stdout } = await run('pdftohtml', ['-xml', '-i', '-stdout', file], limits);
    const shown = [...stdout.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gsu'))];
    return shown.flatMap(([, text = '']) => pieces(text.replaceAll(/<[^>]*>|&\w+;/gu, ' ')));
  } catch {
    return undefined;
  }
}

describe('an independent reader of the same PDF', () => {
  const setOff = [
    ...sharedBooks('alice.pdf').map((book) => ({ ...book, element: 'i' as const, count: 4000 })),
    ...sharedBooks('federal-register-3col.pdf').map((book) => ({ ...book, element: 'b' as const, count: 150 })),
  ];
  it.for(setOff)(
    'sets off the same words, but for headings and what is left out: $name, $element (pdftohtml)',
    async ({ file, element, count }, context) => {
      const theirs = (await wordsIn(element, file)) ?? context.skip('needs pdftohtml (poppler-utils)');
      const { signal } = new AbortController();
      const book = await readPdf(readFileSync(file), {
        signal,
        keepsSource: true,
        notes: 'inline',
        include: ['licence'],
      });
      const blocks = book.chapters.flatMap((chapter) => chapter.blocks);
      const kinds = element === 'i' ? ['em', 'both'] : ['strong', 'both'];
      const mine = blocks.flatMap(({ text, emphasis = [] }) =>
        emphasis.filter((one) => kinds.includes(one.emphasis)).flatMap(({ from, to }) => pieces(text.slice(from, to))),
      );
      expect(mine.length).toBeGreaterThan(count);
      expect(surplus(mine, theirs).length).toBeLessThanOrEqual(mine.length * 0.01);
      const headings = blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text);
      const known = new Set(pieces([...headings, ...book.leftOut.map(({ about = '' }) => about)].join(' ')));
      expect(surplus(theirs, mine).filter((word) => !known.has(word) && !/^\d+$/u.test(word))).toEqual([]);
    },
  );

  for (const { name, unlisted, defect, isGarbled = false } of cases) {
    const small = smallBookFile(`${name}.pdf`);
    const file = existsSync(small) ? small : sharedBooks(`${name}.pdf`)[0]?.file;
    if (file === undefined) continue; // ../shared/books is absent.

    it(`finds the same words in ${name}, except those listed as left out (pdftotext)`, async (context) => {
      const text = (await pdftotext(file)) ?? context.skip('needs pdftotext (poppler-utils)');
      const own = await ours(file);
      const [mine, theirs] = [words(own.text), words(text)];
      expect(surplus(mine, theirs).length).toBeLessThanOrEqual(mine.length * 0.001);
      const missing = countWords(joinHyphenated(text)) - countWords(joinHyphenated(own.text));
      expect(Math.abs(missing - own.leftOut)).toBeLessThanOrEqual(unlisted);
    });

    it(`finds the same ${defect === undefined ? 'words' : 'letters'} in ${name} (pdf2json${defect === undefined ? '' : `: ${defect}`})`, async () => {
      const { stdout } = await run(process.execPath, [pdf2json, file, password], limits);
      const text = stdout.split('\n<<<text>>>\n')[1] ?? '';
      const own = await ours(file);
      const [mine, theirs] = defect === undefined ? [words(own.text), words(text)] : [letters(own.text), letters(text)];
      expect(theirs.length).toBeGreaterThan(0);
      expect(surplus(mine, theirs).length > mine.length * 0.001).toBe(isGarbled);
    });
  }
});
