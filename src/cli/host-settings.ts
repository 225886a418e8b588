import { loadSettings } from '../core/load-settings.ts';
import type { Settings } from '../core/settings.ts';
import { allSettings } from '../pipeline/tools/settings.ts';
import { serverSettings } from '../server/server-settings.ts';
import type { Host } from './host.ts';

/** The settings of the process: environment, `.env`, keys files. `warn` is told of names that nobody knows; stderr when left out. */
export async function hostSettings(
  host: Host,
  warn: (message: string) => void = (message) => void host.stderr.write(`Warning: ${message}\n`),
): Promise<Settings> {
  const { environment, workingFolder, configFolder } = host;
  const known = [...allSettings(), ...serverSettings];
  const { settings, warnings } = await loadSettings({ environment, workingFolder, configFolder }, known);
  for (const warning of warnings) warn(warning);
  return settings;
}
