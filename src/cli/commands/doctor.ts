import { runDoctorChecks } from '../../pipeline/open/run-doctor-checks.ts';
import type { DoctorReport } from '../../pipeline/open/run-doctor-checks.ts';
import { defineCommand } from '../define-command.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import { jsonOptions } from '../run-options.ts';
import { formatTable } from '../view/format-table.ts';

/** `audiobook doctor`: checks whether a default conversion works, and suggests fixes. */
export const doctorCommand = defineCommand({
  description: 'Checks whether a default conversion works on this machine, and suggests fixes.',
  options: jsonOptions,
  async run({ context, options }) {
    const report = await runDoctorChecks(await loadProcessSettings(context), context.cacheFolder, context.signal);
    context.stdout.write(options.json ? `${JSON.stringify(report)}\n` : reportText(report));
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
