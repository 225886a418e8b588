import { audiobook } from '../../pipeline/convert.ts';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import { narratedConversionOptions } from '../../pipeline/options/conversion-options.ts';
import { scriptsOption } from '../../pipeline/options/narration-options.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { scriptGaps } from '../../pipeline/script/script-gaps.ts';
import { exitCodes } from '../exit-codes.ts';
import { writeScripts } from '../../pipeline/script/write-scripts.ts';
import { configOptions, rememberOptions } from '../config/config-options.ts';
import { namedSource, oneBookOptions } from '../batch/one-book.ts';
import { defineCommand, oneBookArgument } from '../define-command.ts';
import { conversionRequest } from '../conversion-request.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import { withNotices } from '../notices/with-notices.ts';
import type { NoticedRun } from '../notices/with-notices.ts';
import { runConversion } from '../run-conversion.ts';
import { handedFields } from '../queue/handed-fields.ts';
import { handOverOptions } from '../queue/queue-options.ts';
import { runOptions } from '../run-options.ts';
import { openProgressView } from '../view/open-progress-view.ts';
import { withPassword } from '../with-password.ts';

const audiobookOptions = {
  ...runOptions,
  ...configOptions,
  ...rememberOptions,
  ...oneBookOptions,
  ...handOverOptions,
  ...scriptsOption,
  ...narratedConversionOptions,
} as const;

/** `audiobook audiobook BOOK`: synthesizes scripts that a language model writes, into an M4B by default. */
export const audiobookCommand = defineCommand({
  description: 'Lets a language model write a narration script for each chapter and converts the scripts to an M4B.',
  argument: oneBookArgument,
  readsConfigs: true,
  options: audiobookOptions,
  async run({ context, options, flags, texts, args }) {
    const defaults = { workingFolder: context.workingFolder, defaultFormat: 'm4b' } as const;
    const series = options.remember ? flags : undefined;
    const fields = await handedFields(audiobookOptions, texts);
    const work: NoticedRun['work'] = async (onReport) => {
      const source = await namedSource(context, { ...options, words: args, title: options.asOneBook });
      return await withPassword(context, options.password, async (password) => {
        const request = conversionRequest(source, { ...options, password }, defaults);
        if (fields) {
          const { handOverBook } = await import('../queue/hand-over-book.ts');
          return await handOverBook(context, options, { kind: 'audiobook', request, fields, onReport });
        }
        if (options.scriptsOnly && !options.dryRun) return await runScripts(context, options, request);
        return await runConversion(context, options, request, { run: audiobook, narrated: true, series, onReport });
      });
    };
    return await withNotices(context, { ...options, books: args, work });
  },
});

/** Writes the scripts and prints their paths or the report. Returns the exit code. */
async function runScripts(
  context: ProcessContext,
  { quiet, json, progress }: OptionValues<typeof runOptions>,
  request: NarrationRequest,
): Promise<number> {
  const view = await openProgressView(context, { quiet, progress });
  try {
    const settings = await loadProcessSettings(context, view.warn);
    const report = await writeScripts(request, { settings, signal: context.signal, onProgress: view.onProgress });
    view.close();
    const files = report.chapters.flatMap(({ scriptFile = [] }) => scriptFile);
    if (json) context.stdout.write(`${JSON.stringify(report)}\n`);
    else if (!quiet) context.stdout.write(files.map((file) => `${file}\n`).join(''));
    return scriptGaps(report.chapters).length === 0 ? 0 : exitCodes.incomplete;
  } finally {
    view.close();
  }
}
