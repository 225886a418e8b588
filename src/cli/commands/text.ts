import path from 'node:path';
import { z } from 'zod';
import { isStandardOutput } from '../../core/files/resolve-target.ts';
import { switchSchema } from '../../pipeline/options/option.ts';
import { bookChoices, readingOptions } from '../../pipeline/options/reading-options.ts';
import { providerOptions, speechOptions } from '../../pipeline/options/speech-options.ts';
import { AudiobookError } from '../../core/errors.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import { bookText, textFormats } from '../../pipeline/read/book-text.ts';
import { writeBookFile } from '../../pipeline/read/write-book-file.ts';
import type { TextFormat } from '../../pipeline/read/book-text.ts';
import { bookArgument, defineCommand } from '../define-command.ts';
import { textFileOptions } from '../run-options.ts';
import { withPassword } from '../with-password.ts';

/** `audiobook text BOOK`: prints the cleaned text. */
export const textCommand = defineCommand({
  description: 'Prints the text of a book as it would be spoken, or writes it to a file.',
  argument: bookArgument,
  options: {
    ...textFileOptions,
    format: {
      flag: '--format <format>',
      schema: z.enum(textFormats),
      description: 'plain text, Markdown, or JSON with chapters and blocks',
      defaultNote: 'by the name of the output, otherwise txt',
    },
    spoken: {
      flag: '--spoken',
      schema: switchSchema,
      description: 'text as installed natural voices are given it: numbers, abbreviations and symbols in words',
    },
    phonemes: {
      flag: '--phonemes',
      schema: switchSchema,
      description: 'phonemes as the voice is given them, an utterance a line; with voices of Kokoro',
    },
    voice: {
      ...speechOptions.voice,
      description: 'with --phonemes: voice of the speech provider, or voices by language',
    },
    language: speechOptions.language,
    lexicon: speechOptions.lexicon,
    provider: providerOptions.provider,
    ...readingOptions,
  },
  async run({ context, options, args: [book = ''] }) {
    const { output, format = formatByName(output) } = options;
    const file = path.resolve(context.workingFolder, book);
    const { text, warnings } = await withPassword(context, options.password, async (password) => {
      const choices = { ...bookChoices({ ...options, password }), signal: context.signal };
      if (!options.phonemes) return await bookText(file, format, { ...choices, spoken: options.spoken });
      if (format !== 'txt' || options.spoken) {
        throw new AudiobookError(
          'usage',
          '--phonemes prints lines of phonemes, so it takes neither --spoken nor another --format than txt.',
        );
      }
      const { voice, language, provider, lexicon } = options;
      const lexicons = lexicon?.map((name) => ({ file: name }));
      const settings = await loadProcessSettings(context);
      const { bookPhonemes } = await import('../../pipeline/say/phonemes.ts');
      return await bookPhonemes(file, { ...choices, voice, language, provider, lexicons }, settings);
    });
    for (const warning of warnings) context.stderr.write(`Warning: ${warning}\n`);
    if (output === undefined || isStandardOutput(output)) context.stdout.write(text);
    else await writeBookFile(text, { bookFile: file, output, force: options.force });
    return 0;
  },
});

function formatByName(output = ''): TextFormat {
  const extension = path.extname(output).slice(1).toLowerCase();
  return textFormats.find((format) => format === extension) ?? 'txt';
}
