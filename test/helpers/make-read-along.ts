import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReadLimits } from '../../src/book/read-limits.ts';
import type { Block, Book } from '../../src/core/book.ts';
import { writeReadAlongBook } from '../../src/pipeline/time/write-book.ts';
import { splitSentences } from '../../src/text/split-sentences.ts';
import { timedChapter } from '../../src/timed-text/timed-chapter.ts';
import { tinyPng } from './epub-builder.ts';
import { readHere } from './read-file.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { textIn, unzip } from './unzip.ts';
import type { Unzipped } from './unzip.ts';

/** A book, and how it is read. */
export interface GivenBook {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** Files beside the book. */
  readonly beside?: Readonly<Record<string, Uint8Array>>;
  readonly images?: 'alt';
  readonly limits?: Partial<ReadLimits>;
  readonly password?: string;
  readonly ocr?: boolean;
  /** Each sentence is heard by itself, not each block. */
  readonly inSentences?: boolean;
  /** What is spoken in place of the text of the book. */
  readonly spoken?: (blocks: readonly Block[]) => readonly Block[];
}

/** A read-along that was made, and messages. */
export interface MadeReadAlong {
  /** Texts and pictures of the first page, in order: pictures as `[alt]`, texts by their first word. */
  readonly page: readonly string[];
  readonly pictures: readonly Unzipped[];
  readonly files: readonly Unzipped[];
  readonly chapter: string;
  readonly book: Book;
  readonly file: string;
  readonly warnings: readonly string[];
}

/** Reads a book and writes its read-along, with audio that is not real. */
export async function makeReadAlong(given: GivenBook): Promise<MadeReadAlong> {
  const { name, bytes, beside = {}, images, limits, password, ocr, inSentences, spoken = (blocks) => blocks } = given;
  const folder = await temporaryFolder();
  const { signal } = new AbortController();
  const bookFile = path.join(folder, 'book', name);
  for (const [file, content] of Object.entries({ [name]: bytes, ...beside })) {
    const target = path.join(folder, 'book', file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  await writeFile(path.join(folder, 'outside.png'), tinyPng);
  await symlink(path.join(folder, 'outside.png'), path.join(folder, 'book', 'link.png'));
  const book = await readHere(bookFile, { keepsSource: true, images, limits, password, ocr });
  const chapters = book.chapters.map(({ title, blocks: own }, index) => {
    const blocks = spoken(own);
    const parts = blocks.flatMap(({ text }, block) => {
      const sentences = inSentences ? splitSentences(text) : [text].filter((whole) => whole !== '');
      return sentences.map((part, sentence) => {
        const startSeconds = block + sentence / sentences.length;
        const heard = { startSeconds, endSeconds: startSeconds + 1 / sentences.length };
        return { text: part, block, sentence, heard };
      });
    });
    return { number: index + 1, ...timedChapter({ title, blocks, startSeconds: 0, endSeconds: blocks.length, parts }) };
  });
  const sound = path.join(folder, 'sound.m4a');
  await writeFile(sound, 'sound');
  const warnings: string[] = [];
  const file = path.join(folder, 'out.epub');
  const source = {
    bookFile,
    bookSha256: '',
    isBookText: false,
    limits,
    password,
    book,
    chapters,
    unit: 'sentence' as const,
    audioFiles: chapters.map(() => sound),
    audioFormat: 'aac' as const,
    cover: undefined,
    language: 'en',
    metadata: { title: 'T', authors: [], genre: 'Audiobook' },
  };
  await writeReadAlongBook(source, file, { signal, warn: (message) => warnings.push(message) });
  const files = await unzip(file);
  const chapter = textIn(files, 'OEBPS/text/chapter-001.xhtml');
  const page = [...chapter.matchAll(/<img src="[^"]+" alt="([^"]*)"\/>|<span id="[^"]+">(\w+)/gu)];
  return {
    page: page.map(([, alt, text]) => text ?? `[${alt}]`),
    book,
    file,
    pictures: files.filter((entry) => entry.name.startsWith('OEBPS/pictures/')),
    files,
    chapter,
    warnings,
  };
}
