import { AudiobookError, canceled } from '../../../core/errors.ts';
import { switchSchema } from '../../../pipeline/options/option.ts';
import { cacheContents, pruneCache } from '../../../pipeline/store/cache-contents.ts';
import { askYesOrNo } from '../../ask-yes-or-no.ts';
import { defineCommand } from '../../define-command.ts';
import { loadProcessSettings } from '../../load-process-settings.ts';
import type { ProcessContext } from '../../process-context.ts';
import { jsonOptions } from '../../run-options.ts';
import { formatSize } from '../../view/format-size.ts';
import { prunedLine } from './pruned-line.ts';

/** `audiobook cache clear`: removes everything from the segment store. */
export const clearCommand = defineCommand({
  description:
    'Removes everything from the segment store, after a question. Later runs ask services again for all speech, ' +
    'which may cost money. It ends with exit code 2 while a run uses the store.',
  options: {
    yes: { flag: '-y, --yes', schema: switchSchema, description: 'clear without a question' },
    ...jsonOptions,
  },
  async run({ context, options: { yes, json } }) {
    const settings = await loadProcessSettings(context);
    const { cacheFolder, signal } = context;
    const { folder, bytes, files } = await cacheContents(settings, cacheFolder);
    if (!yes && files > 0) await confirmClear(context, `Remove ${files} files (${formatSize(bytes)}) from ${folder}?`);
    if (signal.aborted) throw canceled(signal);
    const pruned = await pruneCache(settings, cacheFolder, { maxBytes: 0, maxAgeMs: -Infinity });
    context.stdout.write(json ? `${JSON.stringify(pruned)}\n` : prunedLine(pruned));
    return 0;
  },
});

/** Throws `usage` without a terminal, and `canceled` unless the answer is yes. */
async function confirmClear(context: ProcessContext, message: string): Promise<void> {
  if (!context.stdin.isTTY || !context.stderr.isTTY) {
    throw new AudiobookError('usage', 'Nothing was removed: without a terminal, clearing needs --yes.');
  }
  const answer = await askYesOrNo(context, { message, default: false });
  if (!answer) throw new AudiobookError('canceled', 'Nothing was removed.');
}
