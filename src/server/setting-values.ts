import type { Settings } from '../core/settings.ts';
import { allSettings } from '../pipeline/open/settings.ts';
import { serverSettings } from './server-settings.ts';

/** Returns the values of all settings: the functions of `Settings` cannot be sent to a worker. */
export function valuesOf(settings: Settings): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(allSettings().map((setting) => [setting.name, settings.get(setting)]));
}

/** Returns the values of secret settings, and the secrets in addresses: passwords and query parameters. */
export function secretsOf(settings: Settings): string[] {
  return [...allSettings(), ...serverSettings].flatMap((setting) => {
    const value = settings.get(setting);
    if (value === undefined) return [];
    if (setting.secret) return [value];
    if (!URL.canParse(value)) return [];
    const { password, searchParams } = new URL(value);
    return [password, ...searchParams.values()].filter((part) => part !== '');
  });
}
