import { runDoctorChecks } from '../../pipeline/queries/run-doctor-checks.ts';
import type { DoctorReport } from '../../pipeline/queries/run-doctor-checks.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Host } from '../host.ts';
import { hostSettings } from '../host-settings.ts';
import type { DefineCommand } from '../command.ts';
import { table } from '../view/table.ts';

/** `audiobook doctor`: whether the default job can run here, and what to do where not. */
export const defineDoctor: DefineCommand = (command, host, done) => {
  command.option('--json', 'print JSON').action(async (flags: { readonly json?: boolean }) => {
    const found = await run(host);
    host.stdout.write(flags.json ? `${JSON.stringify(found)}\n` : examinationText(found));
    done(found.ready ? 0 : exitCodes['tool-missing']);
  });
};

async function run(host: Host): Promise<DoctorReport> {
  const settings = await hostSettings(host);
  return await runDoctorChecks(settings, host.cacheFolder, host.signal);
}

function examinationText({ ready, findings }: DoctorReport): string {
  const rows = findings.map(({ about, state, detail, fix }) => [
    state,
    about,
    fix === undefined ? detail : `${detail} (${fix})`,
  ]);
  return `${table(rows)}\n${ready ? 'Ready: audiobook convert BOOK works here.' : 'Not ready: see what is bad above.'}\n`;
}
