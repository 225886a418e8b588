import { addTo } from '../../core/collections/add-to.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { bookChoiceSchemas } from '../../book/book-choices.ts';
import type { Block, Book } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import { blocksWithPauses } from '../../text/written-pauses.ts';
import type { WordCounts } from '../../timed-text/read-along/by-unit.ts';
import type { TimedBlock, TimedChapter, TimedSentence, TimedWord } from '../../timed-text/timed-chapter.ts';

/** The options with which a book was read, without its password. */
const readingSchema = z
  .object({ ...bookChoiceSchemas, ebookConvert: z.boolean(), ocr: z.boolean() })
  .omit({ password: true })
  .partial();

const chapterSchema = z.object({
  number: z.int().positive(),
  startMs: z.number().nonnegative(),
  endMs: z.number().nonnegative(),
  textSha256: z.string(),
  sentences: z.array(z.string().regex(/^\d+ \d+ \d+(?: \d+ \d+)?$/u)),
  words: z.array(z.string().regex(/^\d+(?: \d+ \d+)+$/u)).optional(),
});

const wordCountsSchema = z.object({ known: z.int().nonnegative(), estimated: z.int().nonnegative() });

/** Schema of the times of sentences in a report. */
export const sentenceTimesSchema = z.object({
  reading: readingSchema,
  chapters: z.array(chapterSchema),
  words: wordCountsSchema.optional(),
});

/**
 * When each sentence of a book is heard. A sentence is `block from to startMs endMs`: the index of its block in the chapter, its
 * range in the text of the block, and its time from the beginning of the book. One that is not in the audio has no time. The
 * words whose times the service returned are `sentence from startMs from startMs …`: the index of their sentence in the list, and
 * where each begins in the text of the block and in the book. `words` of the book counts those of a read-along by word.
 */
export type SentenceTimes = Readonly<z.infer<typeof sentenceTimesSchema>>;

/** A chapter with its number in the book. */
export interface NumberedTimedChapter extends TimedChapter {
  readonly number: number;
}

/** Returns the times for a report. `reading` are the choices with which the book was read. */
export function sentenceTimes(
  chapters: readonly NumberedTimedChapter[],
  reading: Readonly<Record<string, unknown>>,
  words?: WordCounts,
): SentenceTimes {
  const times = chapters.map(({ number, startSeconds, endSeconds, blocks }) => ({
    number,
    startMs: inMs(startSeconds),
    endMs: inMs(endSeconds),
    textSha256: textHash(blocks),
    sentences: blocks.flatMap(({ sentences }, block) =>
      sentences.map(({ from, to, heard }) =>
        [block, from, to, ...(heard ? [inMs(heard.startSeconds), inMs(heard.endSeconds)] : [])].join(' '),
      ),
    ),
    ...wordTimes(blocks.flatMap(({ sentences }) => sentences)),
  }));
  return { reading: readingSchema.parse(reading), chapters: times, ...(words && { words }) };
}

function wordTimes(sentences: readonly TimedSentence[]): { readonly words?: string[] } {
  const words = sentences.flatMap(({ words: timed = [] }, index) =>
    timed.length === 0
      ? []
      : [[index, ...timed.flatMap(({ from, startSeconds }) => [from, inMs(startSeconds)])].join(' ')],
  );
  return words.length === 0 ? {} : { words };
}

/**
 * Returns the chapters of a book, read with the same choices, with the times of a report. Throws `bad-value` when its text is
 * another.
 */
export function restoreTimes({ chapters }: Pick<Book, 'chapters'>, times: SentenceTimes): NumberedTimedChapter[] {
  return times.chapters.map(({ number, startMs, endMs, textSha256, sentences, words = [] }) => {
    const chapter = chapters[number - 1];
    const { blocks: written } = blocksWithPauses(chapter?.blocks ?? []);
    if (chapter === undefined || textHash(written) !== textSha256) {
      throw new AudiobookError(
        'bad-value',
        `Chapter ${number} of the book has another text than the one that was spoken. Convert the book again.`,
      );
    }
    const inBlock = sentencesByBlock(sentences, new Map(words.map(wordsIn)));
    const blocks = written.map((block, index) => timedBlock(block, inBlock.get(index) ?? []));
    return { number, title: chapter.title, ...timeRange(startMs, endMs), blocks };
  });
}

function sentencesByBlock(
  lines: readonly string[],
  wordsOf: ReadonlyMap<number, readonly TimedWord[]>,
): ReadonlyMap<number, readonly TimedSentence[]> {
  const inBlock = new Map<number, TimedSentence[]>();
  for (const [index, line] of lines.entries()) {
    const [block = 0, from = 0, to = 0, start, end] = line.split(' ').map(Number);
    const heard = start === undefined || end === undefined ? undefined : timeRange(start, end);
    const timed = { from, to, heard, words: wordsOf.get(index) };
    addTo(inBlock, block, timed);
  }
  return inBlock;
}

function wordsIn(line: string): readonly [sentence: number, words: readonly TimedWord[]] {
  const [sentence = 0, ...pairs] = line.split(' ').map(Number);
  const words = pairs.flatMap((from, at) =>
    at % 2 === 0 ? [{ from, startSeconds: (pairs[at + 1] ?? 0) / 1000 }] : [],
  );
  return [sentence, words];
}

function timedBlock(block: Block, sentences: readonly TimedSentence[]): TimedBlock {
  const { kind, text, level, language, source, emphasis } = block;
  return { kind, text, level, language, source, emphasis, sentences };
}

function timeRange(startMs: number, endMs: number) {
  return { startSeconds: startMs / 1000, endSeconds: endMs / 1000 };
}

function inMs(seconds: number): number {
  return Math.round(seconds * 1000);
}

function textHash(blocks: readonly Pick<Block, 'text'>[]): string {
  const hash = createHash('sha256');
  for (const { text } of blocks) hash.update(`${text}\0`);
  return hash.digest('hex');
}
