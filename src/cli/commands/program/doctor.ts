import { runDoctorChecks } from '../../../pipeline/open/run-doctor-checks.ts';
import type { DoctorReport } from '../../../pipeline/open/run-doctor-checks.ts';
import { defineCommand } from '../../define-command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { formatTable } from '../../view/format-table.ts';
import { jsonOptions } from '../../options.ts';

/** `audiobook doctor`: checks whether a default conversion works, and suggests fixes. */
export const command = defineCommand({
  description: 'Checks whether a default conversion works on this machine, and suggests fixes.',
  options: jsonOptions,
  async run({ context, settings, print }) {
    const report = await runDoctorChecks(await settings(), context.cacheFolder, context.signal);
    print(report, () => reportText(report));
    return report.ready ? 0 : exitCodes['tool-missing'];
  },
});

function reportText({ ready, findings }: DoctorReport): string {
  const rows = findings.map(({ about, state, detail, fix }) => [
    state,
    about,
    fix === undefined ? detail : `${detail} (${fix})`,
  ]);
  const verdict = ready ? 'Ready: audiobook convert BOOK works here.' : 'Not ready: fix what is marked bad above.';
  return `${formatTable(rows)}\n${verdict}\n`;
}
