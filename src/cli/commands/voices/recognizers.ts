import { installRecognizers, listRecognizers, removeRecognizers } from '../../../pipeline/hear/manage-recognizers.ts';
import type { ListedRecognizer } from '../../../pipeline/hear/manage-recognizers.ts';
import { defineCommand } from '../../define-command.ts';
import { jsonOptions, quietOptions } from '../../options.ts';
import { formatSize } from '../../view/format-size.ts';
import { formatTable } from '../../view/format-table.ts';
import { removeCommand, showInstalled, shownLanguages } from './manage-models.ts';

/** `audiobook recognizers install NAME…`: downloads recognizers. */
const install = defineCommand({
  description:
    'Downloads recognizers. A name is that of a recognizer, or a language (fr), which means the best one for it.',
  argument: { name: '<name...>', description: 'recognizers or languages' },
  options: quietOptions,
  async run(invocation) {
    await showInstalled(invocation, (tools) => installRecognizers(invocation.args, tools));
  },
});

const remove = removeCommand('Removes installed recognizers.', 'recognizers', removeRecognizers);

/** `audiobook recognizers`: lists the recognizers for `--verify`. */
export const command = defineCommand({
  description:
    'Lists the recognizers, with which the program checks its own audio: the installed ones, then those that can be installed.',
  options: jsonOptions,
  subcommands: { install, remove },
  async run({ settings, warn, print }) {
    const recognizers = await listRecognizers(await settings(), warn);
    print({ recognizers }, () => formatTable([header, ...recognizers.map(row)]));
  },
});

const header = ['RECOGNIZER', 'STATE', 'LANGUAGES', 'SIZE', 'MEMORY', 'LICENCE'];

function row({ id, state, languages, bytes, memoryBytes, licence }: ListedRecognizer): readonly string[] {
  const spoken = languages.includes('*') ? 'all that espeak-ng reads' : shownLanguages(languages);
  return [id, state, spoken, formatSize(bytes), formatSize(memoryBytes), licence.name];
}
