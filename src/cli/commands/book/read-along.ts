import { z } from 'zod';
import { requireFreeTarget } from '../../../core/files/require-free-target.ts';
import { readAlongPath } from '../../../pipeline/output/output-paths.ts';
import { outputOptions } from '../../../pipeline/options/output-options.ts';
import { readingOptions } from '../../../pipeline/options/reading-options.ts';
import { makeReadAlong } from '../../../pipeline/time/make-read-along.ts';
import { bookArgument, defineCommand } from '../../define-command.ts';
import { withAnswers } from '../../with-answers.ts';
import { bookFileOptions } from '../../options.ts';

/** `audiobook read-along BOOK AUDIO`: makes a read-along of a finished audiobook. */
export const command = defineCommand({
  description:
    'Makes a read-along EPUB of a book and its finished audiobook, from the times in the report beside the audio, and subtitles with --subtitles. Nothing is spoken again. The conversion must have been one with --subtitles or --read-along.',
  argument: bookArgument,
  secondArgument: { name: '<audio>', description: 'audio file of the conversion, or its folder of chapters' },
  options: {
    output: {
      flag: '-o, --output <file>',
      schema: z.string(),
      description: 'EPUB to write',
      defaultNote: 'beside the audio, book.m4b as book.read-along.epub',
      isPath: true,
    },
    unit: {
      flag: '--unit <unit>',
      schema: z.enum(['sentence', 'word', 'paragraph']),
      description: 'what is marked at a time; the times of words are estimated where the report has none',
      default: 'sentence',
    },
    readAlongAudio: outputOptions.readAlongAudio,
    subtitles: outputOptions.subtitles,
    force: bookFileOptions.force,
    password: readingOptions.password,
  },
  async run({ context, options, args, file, settings, warn }) {
    const { signal } = context;
    const [bookFile, audio] = [file(args[0]), file(args[1])];
    const { unit = 'sentence', readAlongAudio: audioFormat = 'aac', subtitles, force } = options;
    const output = options.output ?? readAlongPath(audio);
    const inputs = [
      { name: 'the book', path: bookFile },
      { name: 'the audio', path: audio },
    ];
    await requireFreeTarget(output, { inputs, force });
    const tools = { settings: await settings(), signal, warn };
    const request = { bookFile, audio, output, unit, audioFormat, subtitles, force };
    await withAnswers(context, options, async ({ password }) => {
      const files = await makeReadAlong({ ...request, password }, tools);
      context.stdout.write(files.map((made) => `${made}\n`).join(''));
    });
  },
});
