import path from 'node:path';
import { formatLevel } from '../../core/strings/format-level.ts';
import { channelName, checkFiles } from '../../pipeline/encode/check-files.ts';
import type { CheckedFile } from '../../pipeline/encode/check-files.ts';
import { defineCommand } from '../define-command.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import { jsonOptions } from '../run-options.ts';

/** `audiobook check FILE…`: checks audio files against the requirements of ACX. */
export const checkCommand = defineCommand({
  description: 'Checks audio files against the requirements of ACX. Ends with exit code 9 when a file fails.',
  argument: { name: '<file...>', description: 'audio files' },
  options: { json: { ...jsonOptions.json, description: 'print one line of JSON per file' } },
  async run({ context, options, args }) {
    const settings = await loadProcessSettings(context);
    const files = args.map((file) => path.resolve(context.workingFolder, file));
    let passed = true;
    for await (const checked of checkFiles(files, settings, context.signal)) {
      passed &&= checked.problems.length === 0;
      context.stdout.write(options.json ? `${JSON.stringify(checked)}\n` : checkedLine(checked));
    }
    return passed ? 0 : exitCodes.incomplete;
  },
});

function checkedLine({ file, problems, rmsDb, peakDb, floorDb, channels }: CheckedFile): string {
  const levels = `${channelName({ channels })}, RMS ${formatLevel(rmsDb)}, peak ${formatLevel(peakDb)}, noise floor ${formatLevel(floorDb)}`;
  const verdict = problems.length === 0 ? 'passes' : `fails: ${problems.join('; ')}`;
  return `${file}: ${levels}: ${verdict}\n`;
}
