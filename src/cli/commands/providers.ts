import type { Host } from '../host.ts';
import { hostSettings } from '../host-settings.ts';
import { listProviders } from '../../pipeline/queries/list-providers.ts';
import type { DefineCommand } from '../command.ts';
import { table } from '../view/table.ts';

/** `audiobook providers`: what can speak here, and why the rest cannot. */
export const defineProviders: DefineCommand = (command, host, done) => {
  command.option('--json', 'print JSON').action(async (flags: { readonly json?: boolean }) => {
    await run(host, flags.json ?? false);
    done(0);
  });
};

async function run(host: Host, json: boolean): Promise<void> {
  const settings = await hostSettings(host);
  const providers = await listProviders(settings, host.signal);
  if (json) {
    host.stdout.write(`${JSON.stringify(providers)}\n`);
    return;
  }
  const rows = providers.map(({ id, alias, kind, available, reason, limit, defaultVoice }) => [
    id,
    alias ?? '-',
    kind,
    `${limit.max} ${limit.unit}`,
    defaultVoice ?? '-',
    available ? 'available' : `not available: ${reason}`,
  ]);
  host.stdout.write(table([['ID', 'ALIAS', 'KIND', 'LIMIT', 'VOICE', 'STATE'], ...rows]));
}
