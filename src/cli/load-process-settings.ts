import { loadSettings } from '../core/load-settings.ts';
import type { Settings } from '../core/settings.ts';
import { allSettings } from '../pipeline/tools/settings.ts';
import { serverSettings } from '../server/server-settings.ts';
import type { ProcessContext } from './process-context.ts';

/** Loads the settings of the process: environment, `.env`, keys files. Warns on stderr unless `warn` is given. */
export async function loadProcessSettings(
  context: ProcessContext,
  warn: (message: string) => void = (message) => void context.stderr.write(`Warning: ${message}\n`),
): Promise<Settings> {
  const { environment, workingFolder, configFolder } = context;
  const known = [...allSettings(), ...serverSettings];
  const { settings, warnings } = await loadSettings({ environment, workingFolder, configFolder }, known);
  for (const warning of warnings) warn(warning);
  return settings;
}
