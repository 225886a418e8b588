import { formatLevel } from '../../../core/strings/format-level.ts';
import { channelName, checkFiles } from '../../../pipeline/encode/check-files.ts';
import type { CheckedFile } from '../../../pipeline/encode/check-files.ts';
import { defineCommand } from '../../define-command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { jsonOptions } from '../../options.ts';

/** `audiobook check FILE…`: checks audio files against the requirements of ACX. */
export const command = defineCommand({
  description: 'Checks audio files against the requirements of ACX. Ends with exit code 9 when a file fails.',
  argument: { name: '<file...>', description: 'audio files' },
  options: { json: { ...jsonOptions.json, description: 'print one line of JSON per file' } },
  async run({ context, args, file, settings, print }) {
    let passed = true;
    for await (const checked of checkFiles(args.map(file), await settings(), context.signal)) {
      passed &&= checked.problems.length === 0;
      print(checked, () => checkedLine(checked));
    }
    return passed ? 0 : exitCodes.incomplete;
  },
});

function checkedLine({ file, problems, rmsDb, peakDb, floorDb, channels }: CheckedFile): string {
  const levels = `${channelName({ channels })}, RMS ${formatLevel(rmsDb)}, peak ${formatLevel(peakDb)}, noise floor ${formatLevel(floorDb)}`;
  const verdict = problems.length === 0 ? 'passes' : `fails: ${problems.join('; ')}`;
  return `${file}: ${levels}: ${verdict}\n`;
}
