import { runDoctorChecks } from '../../../pipeline/open/run-doctor-checks.ts';
import type { DoctorReport } from '../../../pipeline/open/run-doctor-checks.ts';
import { modelOptions } from '../../../pipeline/options/model-options.ts';
import { defineCommand } from '../../define-command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { formatTable } from '../../view/format-table.ts';
import { jsonOptions } from '../../options.ts';

const { model, judgeModel, llmBaseUrl } = modelOptions;

/** `audiobook doctor`: checks whether a default conversion works, and suggests fixes. */
export const command = defineCommand({
  description:
    'Checks whether a default conversion works on this machine, and suggests fixes. A language model that is named is tried: whether it can direct books and judge scripts.',
  options: {
    model: { ...model, defaultNote: 'the last trials of the one that is used' },
    judgeModel,
    llmBaseUrl,
    ...jsonOptions,
  },
  async run({ context: { cacheFolder, signal }, options, settings, print }) {
    const report = await runDoctorChecks({ ...options, settings: await settings(), cacheFolder, signal });
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
