import path from 'node:path';
import { z } from 'zod';
import { AudiobookError } from '../../../core/errors.ts';
import { openAtomicFile, writeFileAtomic } from '../../../core/files/atomic-file.ts';
import { makeFolders } from '../../../core/files/make-folder.ts';
import { outputError } from '../../../core/files/output-error.ts';
import { fileName } from '../../../core/file-name.ts';
import { requireFreeTarget } from '../../../core/files/require-free-target.ts';
import { readingOptions } from '../../../pipeline/options/reading-options.ts';
import { switchSchema } from '../../../pipeline/options/option.ts';
import { chapterOptions, providerOptions, speechOptions } from '../../../pipeline/options/speech-options.ts';
import { wholeNumber } from '../../../pipeline/options/text-schemas.ts';
import { samplePassage } from '../../../pipeline/read/sample-passage.ts';
import { sampleDirected } from '../../../pipeline/say/sample-directed.ts';
import { sayText } from '../../../pipeline/say/say-text.ts';
import { bookArgument, defineCommand } from '../../define-command.ts';
import type { Invocation } from '../../define-command.ts';
import { withChoices } from '../../with-answers.ts';
import { bookFileOptions, namingOptions } from '../../options.ts';

const defaultSeconds = 30;
const maxVoices = 20;

const sampleOptions = {
  voices: {
    flag: '--voice <list>',
    schema: z
      .string()
      .transform((text) => text.split(',').map((voice) => voice.trim()))
      .pipe(z.array(z.string().min(1).max(200)).max(maxVoices)),
    label: 'voices',
    expected: `at most ${maxVoices} voices, separated by commas`,
    description: 'voices of the speech provider, separated by commas',
    defaultNote: 'the best one for the language of the book',
  },
  chapter: {
    ...chapterOptions.fromChapter,
    flag: '--chapter <chapter>',
    description: 'chapter to read from, by number or title',
    defaultNote: 'the first',
  },
  seconds: {
    flag: '--seconds <count>',
    schema: wholeNumber(1, 600),
    description: 'length of each sample, about; sentences stay whole',
    default: defaultSeconds,
  },
  directed: {
    flag: '--directed',
    schema: switchSchema,
    description:
      'speak the page with the most directions twice: as it stands, and with who speaks and how as the rules find it in the text',
  },
  outFolder: { ...namingOptions.outFolder, description: 'folder for the samples; it is made when it is missing' },
  force: { ...bookFileOptions.force, description: 'replace files that are there' },
  speed: speechOptions.speed,
  lexicon: speechOptions.lexicon,
  provider: providerOptions.provider,
  ...readingOptions,
} as const;

/** `audiobook sample BOOK`: one short file per voice, to choose one before a book is converted. */
export const command = defineCommand({
  description:
    'Speaks the beginning of a chapter with each of several voices, and writes one MP3 per voice: ' +
    'a choice before anything long starts.',
  argument: bookArgument,
  options: sampleOptions,
  async run(invocation) {
    const { context, options, args, file: pathOf } = invocation;
    const { chapter, seconds = defaultSeconds, outFolder = context.workingFolder, force } = options;
    const bookFile = pathOf(args[0]);
    if (options.directed) return await speakDirected(invocation, bookFile, outFolder);
    const files = new Map(
      (options.voices ?? [undefined]).map((voice) => [path.join(outFolder, sampleName(bookFile, voice)), voice]),
    );
    for (const file of files.keys())
      await requireFreeTarget(file, { inputs: [{ name: 'the book', path: bookFile }], force });
    const { text, language } = await withChoices(context, options, async (choices) => {
      return await samplePassage(bookFile, { chapter, seconds }, choices);
    });
    if (text === '') throw new AudiobookError('book-no-text', 'There is nothing to speak in this chapter.');
    await openFolder(outFolder, [...files.keys()]);
    for (const [file, voice] of files) {
      await writeFileAtomic(file, await speak(invocation, { text, language, voice }));
      context.stdout.write(`${file}\n`);
    }
  },
});

/** Speaks a page as it stands and as it is directed, with the first voice that is named. */
async function speakDirected(
  { context, options, settings, warn }: Invocation<typeof sampleOptions>,
  bookFile: string,
  outFolder: string,
): Promise<void> {
  const { voices: [voice] = [], chapter, seconds = defaultSeconds, provider, lexicon, speed = 1, force } = options;
  const nameOf = (kind: string): string => path.join(outFolder, sampleName(bookFile, kind));
  const files = { plain: nameOf('plain'), directed: nameOf('directed') };
  for (const file of Object.values(files))
    await requireFreeTarget(file, { inputs: [{ name: 'the book', path: bookFile }], force });
  await openFolder(outFolder, Object.values(files));
  const lexicons = lexicon?.map((file) => ({ file }));
  const { signal } = context;
  const heard = await withChoices(context, options, async (reading) =>
    sampleDirected(
      { bookFile, reading, chapter, seconds, voice, provider, lexicons, speed, files, signal, warn },
      await settings(),
    ),
  );
  context.stdout.write(`${files.plain}\n${files.directed}\n`);
  context.stderr.write(`${heard}\n`);
}

/** Makes the folder, and begins each file and gives it up, before anything is spoken. Throws `output-failed`. */
async function openFolder(folder: string, files: readonly string[]): Promise<void> {
  try {
    await makeFolders(folder);
  } catch (thrown) {
    throw outputError(thrown, folder);
  }
  for (const file of files) await (await openAtomicFile(file))[Symbol.asyncDispose]();
}

/** Returns `book.sample.af_heart.mp3`. */
function sampleName(bookFile: string, voice: string | undefined): string {
  const parts = [path.parse(bookFile).name, 'sample', ...(voice === undefined ? [] : [fileName(voice) || 'voice'])];
  return `${parts.join('.')}.mp3`;
}

async function speak(
  { context: { signal }, options, settings, warn }: Invocation<typeof sampleOptions>,
  passage: { readonly text: string; readonly language: string; readonly voice: string | undefined },
): Promise<Uint8Array> {
  const { provider, lexicon, speed = 1 } = options;
  const lexicons = lexicon?.map((file) => ({ file }));
  return await sayText({ ...passage, provider, lexicons, speed, format: 'mp3', signal, warn }, await settings());
}
