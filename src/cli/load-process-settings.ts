import { loadSettings } from '../core/load-settings.ts';
import type { LoadedSettings } from '../core/load-settings.ts';
import { useNetwork } from '../core/http/network.ts';
import type { Setting, Settings } from '../core/settings.ts';
import { allSettings } from '../pipeline/open/settings.ts';
import { serverSettings } from '../server/server-settings.ts';
import type { ProcessContext } from './process-context.ts';
import { writeLines } from './view/write-lines.ts';

/** Loads the settings of the process: environment, `.env`, keys files. Warns on stderr unless `warn` is given. */
export async function loadProcessSettings(
  context: ProcessContext,
  warn: (message: string) => void = (message) => writeLines(context.stderr, `Warning: ${message}\n`),
): Promise<Settings> {
  const { settings, warnings } = await loadKnownSettings(context);
  for (const warning of warnings) warn(warning);
  await useNetwork(settings);
  return settings;
}

/** Loads the settings of the process with the place that each is from. */
export async function loadKnownSettings({
  environment,
  workingFolder,
  configFolder,
}: Pick<ProcessContext, 'environment' | 'workingFolder' | 'configFolder'>): Promise<LoadedSettings> {
  return await loadSettings({ environment, workingFolder, configFolder }, knownSettings());
}

/** Returns all settings of the program. */
export function knownSettings(): readonly Setting[] {
  return [...allSettings(), ...serverSettings];
}
