import path from 'node:path';
import { toAudiobookError } from '../../core/errors.ts';
import { checkRequest } from '../../pipeline/check-request.ts';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import { bookChoices } from '../../pipeline/options/reading-options.ts';
import { sourceOutline } from '../../pipeline/read/outline.ts';
import type { Outline } from '../../pipeline/read/outline.ts';
import { samplePassage } from '../../pipeline/read/sample-passage.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import { conversionRequest } from '../../pipeline/conversion-request.ts';
import type { ConversionOptions } from '../../pipeline/conversion-request.ts';
import { storedBooksOf } from '../books/named-books.ts';
import { withAnswers } from '../with-answers.ts';
import type { BookAnswers } from '../with-answers.ts';
import { absolute, askBook } from './ask-book.ts';
import { askProvider, askVoice } from './ask-voice.ts';
import { writeLines } from '../view/write-lines.ts';
import { ask } from './ask.ts';

/** What the command line already says. */
export type AskedOptions = ConversionOptions & {
  readonly provider?: string | undefined;
  readonly outFolder?: string | undefined;
  readonly name?: unknown;
};

const sampleSeconds = 8;

/**
 * Asks in the order a person thinks: the book, the voice, the format, and whether to go on; chapters and another file are choices
 * of the last question. What the command line says is not asked. Returns the words to add to it. Throws `canceled`, and what
 * reading the book throws.
 */
export async function askConversion(context: ProcessContext, options: AskedOptions): Promise<readonly string[]> {
  const typed = await askBook(context);
  const book = absolute(typed, context.workingFolder);
  const { read, answers } = await readOutline(context, book, options);
  const settings = await loadProcessSettings(context, () => undefined);
  const flags: (readonly [flag: string, value: string | undefined])[] = [];
  const given = { provider: options.provider, others: '' };
  const { provider, others } = options.provider === undefined ? await askProvider(context, settings) : given;
  if (options.provider === undefined) flags.push(['--provider', provider]);
  if (options.voice === undefined) {
    const reading = { ...bookChoices({ ...options, ...answers }), signal: context.signal };
    const passage = async (): Promise<string> =>
      (await samplePassage(book, { chapter: undefined, seconds: sampleSeconds }, reading)).text;
    flags.push(['--voice', await askVoice(context, settings, { provider, language: read.language, passage })]);
  }
  flags.push(...(await askResult(context, { book, read, options })));
  if (options.password === undefined) flags.push(['--password', answers.password]);
  const words = flags.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  writeLines(context.stderr, others);
  // A name that begins with a dash would be read as a flag.
  const converts = answers.ebookConvert && !options.ebookConvert ? ['--ebook-convert'] : [];
  return [typed.startsWith('-') || typed.startsWith('~/') ? book : typed, ...words, ...converts];
}

interface AskedBook {
  readonly book: string;
  readonly read: Outline;
  readonly options: AskedOptions;
}

type Flag = readonly [flag: string, value: string | undefined];

/** Asks for the format, and for the last word before the work begins. */
async function askResult(context: ProcessContext, asked: AskedBook): Promise<readonly Flag[]> {
  const { format, layout, output, outFolder, name } = asked.options;
  const isNamed = [output, outFolder, name].some((value) => value !== undefined);
  const asksFormat = !isNamed && format === undefined && layout === undefined;
  const chosen = asksFormat ? await askFormat(context) : format;
  const naming = { folder: context.workingFolder, defaultFormat: chosen ?? 'mp3' } as const;
  const request = (file: string | undefined): NarrationRequest =>
    conversionRequest({ bookFile: asked.book }, { ...asked.options, output: file ?? output }, naming);
  const usual = path.relative(context.workingFolder, request(undefined).output);
  // Without a name, the file is an MP3.
  const file = asksFormat && chosen !== 'mp3' ? usual : undefined;
  return await askLast(context, asked, isNamed ? { request } : { request, usual, file });
}

interface AskedFile {
  readonly request: (file: string | undefined) => NarrationRequest;
  /** The file that is written where no other one is named. Absent where the command line says what is written. */
  readonly usual?: string;
  /** The file to name. */
  readonly file?: string | undefined;
}

async function askLast(context: ProcessContext, { read, options }: AskedBook, asked: AskedFile): Promise<Flag[]> {
  const { request, usual } = asked;
  let { file } = asked;
  let chapters: string | undefined;
  const choices = [{ name: 'go', value: 'go' }];
  if (options.chapters === undefined && read.chapters.length > 1) {
    choices.push({ name: 'choose chapters first', value: 'chapters' });
  }
  if (usual !== undefined) choices.push({ name: 'write another file', value: 'file' });
  for (;;) {
    const shown = file ?? usual ?? 'it';
    const question = { message: `Make ${shown}`, choices };
    const answer = await ask(context, async ({ select }, terminal) => await select<string>(question, terminal));
    if (answer === 'chapters') chapters = await askChapters(context, read);
    else if (answer === 'file') file = await askOutput(context, shown, request);
    else break;
  }
  const named: Flag = ['--output', file];
  return [named, ['--chapters', chapters]];
}

type Format = NarrationRequest['format'];

async function askFormat(context: ProcessContext): Promise<Format> {
  const choices: readonly { readonly name: string; readonly value: Format }[] = [
    { name: 'M4B, one file with chapters, for phones and audiobook apps', value: 'm4b' },
    { name: 'MP3, plays everywhere, twice the size', value: 'mp3' },
    { name: 'Opus, the smallest', value: 'opus' },
    { name: 'FLAC, nothing is lost', value: 'flac' },
  ];
  const question = { message: 'Format', choices };
  return await ask(context, async ({ select }, terminal) => await select<Format>(question, terminal));
}

async function readOutline(
  context: ProcessContext,
  book: string,
  options: AskedOptions,
): Promise<{ readonly read: Outline; readonly answers: BookAnswers }> {
  context.stderr.write('Reading the book\n');
  return await withAnswers(context, options, async (answers) => {
    const source = { bookFile: book, storedBooks: await storedBooksOf(context) };
    const read = await sourceOutline({ ...options, ...source, ...answers }, context.signal);
    return { read, answers };
  });
}

/** Returns the chapters as the flag takes them, or undefined for all. */
async function askChapters(context: ProcessContext, { chapters }: Outline): Promise<string | undefined> {
  const choices = chapters.map(({ number, title, words }) => ({
    name: `${number}  ${title}  (${words.toLocaleString('en')} words)`,
    short: String(number),
    value: number,
    checked: true,
  }));
  const question = { message: 'Chapters', pageSize: 12, loop: false, required: true, choices };
  const chosen = await ask(context, async ({ checkbox }, terminal) => await checkbox(question, terminal));
  return chosen.length === chapters.length ? undefined : chapterRanges(chosen);
}

/** Returns `1,3-5` for 1, 3, 4 and 5. */
export function chapterRanges(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range && range[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}

async function askOutput(
  context: ProcessContext,
  usual: string,
  request: (output: string | undefined) => NarrationRequest,
): Promise<string> {
  const { workingFolder } = context;
  const question = {
    message: 'File to write (.mp3, .m4b, .opus, .flac, .wav)',
    default: usual,
    validate: async (typed: string) => await whyNot(() => request(absolute(typed, workingFolder))),
  };
  const answer = await ask(context, async ({ input }, terminal) => await input(question, terminal));
  return answer.startsWith('-') || answer.startsWith('~/') ? absolute(answer, workingFolder) : answer;
}

/** Says what is wrong with a request before a run would. */
async function whyNot(request: () => NarrationRequest): Promise<string | true> {
  try {
    await checkRequest(request());
    return true;
  } catch (thrown) {
    return toAudiobookError(thrown).message;
  }
}
