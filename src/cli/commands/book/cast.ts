import { z } from 'zod';
import type { CastReport } from '../../../pipeline/cast/casting.ts';
import { castPath } from '../../../pipeline/cast/cast-source.ts';
import { modelOptions } from '../../../pipeline/options/model-options.ts';
import { readingOptions } from '../../../pipeline/options/reading-options.ts';
import { providerOptions, speechOptions } from '../../../pipeline/options/speech-options.ts';
import { makeCast } from '../../../pipeline/cast/make-cast.ts';
import { bookArgument, defineCommand } from '../../define-command.ts';
import { loadProcessSettings } from '../../load-process-settings.ts';
import { formatTable } from '../../view/format-table.ts';
import { openProgressView } from '../../view/open-progress-view.ts';
import { fileSource, storedBooksOf } from '../../books/named-books.ts';
import { withAnswers } from '../../with-answers.ts';
import { jsonOptions } from '../../options.ts';

const { voice, language, chapters, maxChapters } = speechOptions;
const { model, llmBaseUrl } = modelOptions;

/** `audiobook cast BOOK`: finds out who speaks in a book and keeps it in a file for `--cast`. */
export const command = defineCommand({
  description:
    'Finds out who speaks in a book, gives everybody a voice, and keeps both in a file for --cast, for you to edit.',
  argument: bookArgument,
  options: {
    output: {
      flag: '-o, --output <file>',
      schema: z.string(),
      description: 'cast file to make or to complete; what is in it stays',
      defaultNote: 'book.cast.yaml beside the book',
      isPath: true,
    },
    ...jsonOptions,
    provider: providerOptions.provider,
    voice,
    language,
    chapters,
    maxChapters,
    model,
    llmBaseUrl,
    ...readingOptions,
  },
  async run({ context, options, args: [book], file, print }) {
    const bookFile = file(book);
    const source = fileSource(context, bookFile);
    const { output = castPath(source, context.workingFolder), ...others } = options;
    const storedBooks = await storedBooksOf(context);
    const view = await openProgressView(context, {});
    try {
      const { signal, cacheFolder } = context;
      const settings = await loadProcessSettings(context, view.warn);
      const tools = { settings, cacheFolder, signal, onProgress: view.onProgress };
      const report = await withAnswers(context, options, (answers) =>
        makeCast({ ...others, ...answers, bookFile, storedBooks, castSource: { file: output } }, tools),
      );
      view.close();
      print(report, () => castTable(report));
    } finally {
      view.close();
    }
  },
});

function castTable({ file = '', narrator, quotations, lines, characters }: CastReport): string {
  const known = characters.reduce((sum, character) => sum + character.lines, 0);
  const rows = characters.map(({ name, gender = '', age = '', lines: own, sure = '', voice: spoken }) => [
    name,
    [gender, age].filter((word) => word !== '').join(', '),
    String(own),
    sure,
    spoken,
  ]);
  const second = quotations === undefined ? [] : [['(quotations)', '', String(lines - known), '', quotations]];
  return `${formatTable([['NAME', '', 'LINES', 'SURE', 'VOICE'], ['(narrator)', '', '', '', narrator], ...second, ...rows])}${file}\n`;
}
