import { installRecognizers, listRecognizers, removeRecognizers } from '../../pipeline/hear/manage-recognizers.ts';
import type { ListedRecognizer } from '../../pipeline/hear/manage-recognizers.ts';
import { switchSchema } from '../../pipeline/options/option.ts';
import { defineCommand } from '../define-command.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import { jsonOptions } from '../run-options.ts';
import { downloadView } from '../view/download-view.ts';
import { formatSize } from '../view/format-size.ts';
import { formatTable } from '../view/format-table.ts';

/** `audiobook recognizers install NAME…`: downloads recognizers. */
const installCommand = defineCommand({
  description:
    'Downloads recognizers. A name is that of a recognizer, or a language (fr), which means the best one for it.',
  argument: { name: '<name...>', description: 'recognizers or languages' },
  options: { quiet: { flag: '-q, --quiet', schema: switchSchema, description: 'print nothing but errors' } },
  async run({ context, options: { quiet }, args }) {
    const { signal } = context;
    const settings = await loadProcessSettings(context);
    const view = downloadView(context.stderr, { quiet });
    try {
      for await (const { model, isNew } of installRecognizers(args, { settings, signal, onEvent: view.onEvent })) {
        view.close();
        const what = isNew ? 'Installed' : 'Already installed:';
        const { name, id, licence } = model;
        if (!quiet) context.stdout.write(`${what} ${name} (${id}), licence ${licence.name}: ${licence.url}\n`);
      }
    } finally {
      view.close();
    }
    return 0;
  },
});

/** `audiobook recognizers remove NAME…`: removes installed recognizers. */
const removeCommand = defineCommand({
  description: 'Removes installed recognizers.',
  argument: { name: '<name...>', description: 'recognizers' },
  options: {},
  async run({ context, args }) {
    const settings = await loadProcessSettings(context);
    for (const { id, name } of await removeRecognizers(args, settings)) {
      context.stdout.write(`Removed ${name} (${id})\n`);
    }
    return 0;
  },
});

/** `audiobook recognizers`: lists the recognizers for `--verify`. */
export const recognizersCommand = defineCommand({
  description:
    'Lists the recognizers, with which the program checks its own audio: the installed ones, then those that can be installed.',
  options: { ...jsonOptions },
  subcommands: { install: installCommand, remove: removeCommand },
  async run({ context, options: { json } }) {
    const settings = await loadProcessSettings(context);
    const warn = (message: string): void => void context.stderr.write(`Warning: ${message}\n`);
    const listed = await listRecognizers(settings, warn);
    if (json) context.stdout.write(`${JSON.stringify({ recognizers: listed })}\n`);
    else context.stdout.write(formatTable([header, ...listed.map(row)]));
    return 0;
  },
});

const header = ['RECOGNIZER', 'STATE', 'LANGUAGES', 'SIZE', 'MEMORY', 'LICENCE'];

function row({ id, state, languages, bytes, memoryBytes, licence }: ListedRecognizer): readonly string[] {
  return [id, state, shownLanguages(languages), formatSize(bytes), formatSize(memoryBytes), licence.name];
}

function shownLanguages(languages: readonly string[]): string {
  if (languages.includes('*')) return 'all that espeak-ng reads';
  return languages.length > 8 ? `${languages.length} languages` : languages.join(' ');
}
