import { addTo } from '../../core/collections/add-to.ts';
import { parseOptions } from '../../pipeline/options/option.ts';
import type { OptionGroup } from '../../pipeline/options/option.ts';
import type { ReadFlags } from '../add-options.ts';
import { loadKnownSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import { messageView } from '../view/open-progress-view.ts';
import { configuredValues, valuesFor } from './configured-options.ts';
import type { ConfigValue } from './read-config.ts';

/** A command as it was written. */
export interface ConfigurableCommand {
  readonly options: OptionGroup;
  /** The values of its flags. */
  readonly given: ReadFlags<OptionGroup>;
  /** Its words that are not options. */
  readonly args: readonly string[];
}

/**
 * Returns the values of a command with those of the configs for what its flags and the environment leave open, and says on
 * stderr which they are. Throws what `configuredValues` throws.
 */
export async function addConfigs(
  context: ProcessContext,
  { options, given, args }: ConfigurableCommand,
): Promise<ReadFlags<OptionGroup>> {
  const { values: flags } = given;
  const warnings: string[] = [];
  const choice = { profile: textOf(flags['profile']), config: textOf(flags['config']), books: args };
  const configured = await configuredValues(context, choice, (message) => void warnings.push(message));
  const { originOf } = await loadKnownSettings(context);
  const isSet = (setting: string): boolean => originOf({ name: setting, description: '' }) !== undefined;
  const used = valuesFor(options, configured, { flags, isSet });
  const texts = Object.fromEntries(used.map(({ name, text }) => [name, text]));
  const values = { ...parseOptions(options, texts), ...flags };
  const { print, warn } = messageView(context.stderr, values);
  for (const warning of warnings) warn(warning);
  for (const [origin, keys] of keysByOrigin(used)) print(`From ${origin}: ${keys.join(', ')}`);
  return { values, texts: { ...given.texts, ...texts } };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function keysByOrigin(values: readonly ConfigValue[]): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string[]>();
  for (const { origin, key } of values) addTo(keys, origin, key);
  return keys;
}
