import path from 'node:path';
import { z } from 'zod';
import { switchSchema } from '../../../pipeline/options/option.ts';
import { readingOptions } from '../../../pipeline/options/reading-options.ts';
import { providerOptions, speechOptions } from '../../../pipeline/options/speech-options.ts';
import { AudiobookError } from '../../../core/errors.ts';
import { bookText, textFormats } from '../../../pipeline/read/book-text.ts';
import type { TextFormat } from '../../../pipeline/read/book-text.ts';
import { bookArgument, defineCommand } from '../../define-command.ts';
import { withChoices } from '../../with-answers.ts';
import { writeText } from './write-text.ts';
import { textFileOptions } from '../../options.ts';

/** `audiobook text BOOK`: prints the cleaned text. */
export const command = defineCommand({
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
    diff: {
      flag: '--diff',
      schema: switchSchema,
      description: 'only the sentences that are spoken otherwise than they are written, each in both forms',
    },
    phonemes: {
      flag: '--phonemes',
      schema: switchSchema,
      description: 'phonemes as the voice is given them, an utterance a line; with voices of Kokoro',
    },
    voice: {
      ...speechOptions.voice,
      description:
        'with --phonemes: voice of the speech provider, or voices by language; with --spoken and --diff: voice whose lexicon entries count',
    },
    language: speechOptions.language,
    lexicon: speechOptions.lexicon,
    provider: providerOptions.provider,
    ...readingOptions,
  },
  async run({ context, options, args: [book], file, settings, warn }) {
    const { output, format = formatByName(output), force } = options;
    const bookFile = file(book);
    const { text, warnings } = await withChoices(context, options, async (choices) => {
      const { voice, language, provider, lexicon, spoken, diff, phonemes } = options;
      const lexicons = lexicon?.map((name) => ({ file: name }));
      checkForms(options, format);
      if (!phonemes) {
        const given = { lexicons, voice };
        return await bookText(bookFile, format, { ...choices, spoken, diff, language, ...given });
      }
      const loaded = await settings();
      const { bookPhonemes } = await import('../../../pipeline/say/phonemes.ts');
      return await bookPhonemes(bookFile, { ...choices, voice, language, provider, lexicons }, loaded);
    });
    warnings.forEach(warn);
    await writeText(context, text, { bookFile, output, force });
  },
});

interface Forms {
  readonly phonemes?: boolean | undefined;
  readonly spoken?: boolean | undefined;
  readonly diff?: boolean | undefined;
  readonly lexicon?: readonly string[] | undefined;
}

/** Forms of the text that exclude each other, and a lexicon that would not be used. */
const refused: readonly (readonly [isAsked: (forms: Forms, format: TextFormat) => boolean, message: string])[] = [
  [
    ({ phonemes, spoken, diff }, format) => phonemes === true && (format !== 'txt' || (spoken ?? diff) === true),
    '--phonemes prints lines of phonemes, so it takes neither --spoken nor --diff nor another --format than txt.',
  ],
  [
    ({ diff }, format) => diff === true && format !== 'txt',
    '--diff prints pairs of lines, so it takes no other --format than txt.',
  ],
  [
    ({ phonemes, spoken, diff, lexicon }) => lexicon !== undefined && (phonemes ?? spoken ?? diff) !== true,
    '--lexicon changes how a text is spoken: add --spoken, --diff or --phonemes.',
  ],
];

/** Throws `usage` for what is refused. */
function checkForms(forms: Forms, format: TextFormat): void {
  const found = refused.find(([isAsked]) => isAsked(forms, format));
  if (found) throw new AudiobookError('usage', found[1]);
}

function formatByName(output = ''): TextFormat {
  const extension = path.extname(output).slice(1).toLowerCase();
  return textFormats.find((format) => format === extension) ?? 'txt';
}
