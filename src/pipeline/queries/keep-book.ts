import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Book } from '../../core/book.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { chooseCover } from '../output/choose-cover.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { sampleSentence } from './voices/sample-sentence.ts';
import { textFormats, writeText } from './book-text.ts';

/** Name of the cover in the folder of a kept book. */
export const keptCover = 'cover.jpg';

/** Returns the name of the text in the folder of a kept book. */
export function keptText(format: (typeof textFormats)[number]): string {
  return `text.${format}`;
}

const keptSample = 'sample.json';
const sampleSchema = z.object({ text: z.string(), language: z.string() });

/** Returns some sentences of a kept book and their language. Undefined when the book was not kept or has no words. */
export async function readKeptSample(folder: string): Promise<z.infer<typeof sampleSchema> | undefined> {
  const text = await readFile(path.join(folder, keptSample), 'utf8').catch(() => '');
  return sampleSchema.safeParse(parseJson(text)).data;
}

/** Writes the text of a book, in every format, and its cover to a folder, for those who ask after the book is gone. */
export async function keepBook(
  book: Book,
  folder: string,
  { coverFile, signal }: { readonly coverFile: string | undefined; readonly signal: AbortSignal },
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The conversion warns of an unusable image.
  const cover = await chooseCover(book, coverFile, { signal }, () => undefined);
  if (cover) await writeFileAtomic(path.join(folder, keptCover), cover.bytes);
  const sample = { text: sampleSentence(book), language: book.metadata.language };
  await writeFileAtomic(path.join(folder, keptSample), JSON.stringify(sample));
  for (const format of textFormats) await writeFileAtomic(path.join(folder, keptText(format)), writeText(book, format));
}
