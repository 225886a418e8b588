import path from 'node:path';
import { checkFiles } from '../../pipeline/queries/check-files.ts';
import type { CheckedFile } from '../../pipeline/queries/check-files.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Host } from '../host.ts';
import { hostSettings } from '../host-settings.ts';
import type { DefineCommand } from '../command.ts';

/** `audiobook check FILE…`: audio files by ACX's requirements. */
export const defineCheck: DefineCommand = (command, host, done) => {
  command
    .argument('<file...>', 'audio files')
    .option('--json', 'print JSON, one line a file')
    .action(async (files: readonly string[], flags: { readonly json?: boolean }) => {
      done((await run(host, files, flags.json ?? false)) ? 0 : exitCodes.incomplete);
    });
};

/** Answers whether every file would pass. */
async function run(host: Host, files: readonly string[], json: boolean): Promise<boolean> {
  const settings = await hostSettings(host);
  const paths = files.map((file) => path.resolve(host.workingFolder, file));
  let passed = true;
  for await (const checked of checkFiles(paths, settings, host.signal)) {
    passed &&= checked.problems.length === 0;
    host.stdout.write(json ? `${JSON.stringify(checked)}\n` : checkedText(checked));
  }
  return passed;
}

function checkedText({ file, problems, rmsDb, peakDb, floorDb }: CheckedFile): string {
  const levels = `RMS ${rmsDb.toFixed(1)} dB, peak ${peakDb.toFixed(1)} dB, floor ${floorDb.toFixed(1)} dB`;
  const verdict = problems.length === 0 ? 'passes' : `fails: ${problems.join('; ')}`;
  return `${file}: ${levels}: ${verdict}\n`;
}
