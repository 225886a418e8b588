import { configKeys } from '../../config/config-keys.ts';
import { configuredValues } from '../../config/configured-options.ts';
import type { ConfigValue } from '../../config/read-config.ts';
import { defineCommand } from '../../define-command.ts';
import { knownSettings, loadKnownSettings } from '../../load-process-settings.ts';
import type { LoadedSettings } from '../../../core/load-settings.ts';
import { shownDefault } from '../../../pipeline/options/option.ts';
import { formatTable } from '../../view/format-table.ts';
import { configOptions, jsonOptions } from '../../options.ts';

/** A value and where it is from. */
interface ShownValue {
  readonly name: string;
  readonly value: string | readonly string[] | undefined;
  /** A file, `environment` or `default`. */
  readonly from: string;
}

/** `audiobook config [BOOK]`: prints each value that a conversion would use, and where it is from. */
export const command = defineCommand({
  description:
    'Prints each value that a conversion would use without flags, and where it is from: the environment and keys files, ' +
    'audiobook.config.json, .yaml or .mjs beside the book, in the current folder and in that of the user, or the default. ' +
    'Secrets are masked.',
  argument: { name: '[book]', description: 'book whose folder is looked at, too' },
  options: { ...jsonOptions, ...configOptions },
  async run({ context, options, args, warn, print }) {
    const configured = await configuredValues(context, { ...options, books: args }, warn);
    const loaded = await loadKnownSettings(context);
    for (const warning of loaded.warnings) warn(warning);
    const values = optionValues(configured, loaded);
    const settings = settingValues(loaded);
    const { configFolder } = context;
    print({ folder: configFolder, options: values, settings }, () => text(configFolder, [...values, ...settings]));
  },
});

function optionValues(
  configured: ReadonlyMap<string, ConfigValue>,
  { settings, originOf }: LoadedSettings,
): readonly ShownValue[] {
  const current = configKeys().filter(({ option }) => option.old === undefined);
  return current.map(({ key, name, option }) => {
    const setting = option.setting === undefined ? undefined : { name: option.setting, description: '' };
    const origin = setting && originOf(setting);
    if (setting && origin !== undefined)
      return { name: key, value: settings.get(setting), from: `${origin} (${setting.name})` };
    const found = configured.get(name);
    if (found) return { name: key, value: found.text, from: found.origin };
    return { name: key, value: shownDefault(option), from: 'default' };
  });
}

function settingValues({ settings, originOf }: LoadedSettings): readonly ShownValue[] {
  return knownSettings().map((setting) => {
    const value = settings.get(setting);
    const shown = setting.secret && value !== undefined ? '***' : value;
    return { name: setting.name, value: shown, from: originOf(setting) ?? 'default' };
  });
}

/** A value that is not set and has no default says nothing to a person. */
function text(configFolder: string, values: readonly ShownValue[]): string {
  const rows = values.flatMap(({ name, value, from }) =>
    value === undefined || value === '' ? [] : [[name, [value].flat().join(', '), from]],
  );
  return `${formatTable(rows)}Folder of your own config: ${configFolder}\n`;
}
