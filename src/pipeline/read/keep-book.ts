import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Book } from '../../core/book.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { audioMetadata } from './audio-metadata.ts';
import { chooseCover } from './choose-cover.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { sampleSentence } from './sample-sentence.ts';
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

/** Name of the metadata in the folder of a kept book. */
export const keptAbout = 'about.json';
const aboutSchema = z.object({
  title: z.string(),
  authors: z.array(z.string()),
  narrator: z.string().optional(),
  language: z.string().optional(),
  description: z.string().optional(),
  series: z.string().optional(),
  seriesPosition: z.string().optional(),
});

/** The metadata of a kept book: the tags of its audio. */
export type KeptAbout = Readonly<z.infer<typeof aboutSchema>>;

/** Returns what a kept book is. Undefined when it was not kept. */
export async function readKeptAbout(folder: string): Promise<KeptAbout | undefined> {
  const text = await readFile(path.join(folder, keptAbout), 'utf8').catch(() => '');
  return aboutSchema.safeParse(parseJson(text)).data;
}

/** Options of `keepBook`. */
export interface KeepOptions {
  readonly coverFile: string | undefined;
  /** Tags that replace those of the book. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
}

/** Writes the text of a book, in every format, and its cover to a folder, for those who ask after the book is gone. */
export async function keepBook(book: Book, folder: string, { coverFile, tags, signal }: KeepOptions): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The conversion warns of an unusable image.
  const cover = await chooseCover(book, coverFile, { signal }, () => undefined);
  if (cover) await writeFileAtomic(path.join(folder, keptCover), cover.bytes);
  const { narrator, ...about } = audioMetadata(book.metadata, '', book.metadata.language, tags);
  const named = narrator === '' ? about : { ...about, narrator };
  await writeFileAtomic(path.join(folder, keptAbout), JSON.stringify(aboutSchema.parse(named)));
  const sample = { text: sampleSentence(book), language: book.metadata.language };
  await writeFileAtomic(path.join(folder, keptSample), JSON.stringify(sample));
  for (const format of textFormats) await writeFileAtomic(path.join(folder, keptText(format)), writeText(book, format));
}
