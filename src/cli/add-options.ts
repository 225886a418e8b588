import path from 'node:path';
import { Option as Flag } from 'commander';
import type { Command } from 'commander';
import { isListOption, optionChoices, parseOptions, shownDefault } from '../pipeline/options/option.ts';
import type { Option, OptionGroup, OptionValues } from '../pipeline/options/option.ts';

/** As many lines as a screen has room for, with the usage above and examples below. */
const mostShown = 30;

/**
 * Adds a group of options to a command. Its help shows all where they are few, or when `all` is asked for, and else those that
 * people need first. Old names are never shown. Returns the number of options that the help would show with `all` alone.
 */
export function addOptions(command: Command, group: OptionGroup, { all }: { readonly all: boolean }): number {
  const options = Object.values<Option>(group).filter(({ flag }) => flag !== undefined);
  const current = options.filter(({ old }) => old === undefined);
  // `--help` is one more.
  const isShort = !all && current.length + 1 > mostShown;
  const shown = current.filter(({ heading, isFirst }) => !isShort || heading === undefined || isFirst);
  for (const option of options) command.addOption(flagOf(option).hideHelp(!shown.includes(option)));
  return current.length - shown.length;
}

function flagOf(option: Option): Flag {
  const { flag = '', heading } = option;
  const added = new Flag(flag, flagDescription(option));
  // A list without `...` in its flag takes one value each time, so that the book may follow it.
  if (isListOption(option) && !added.variadic) added.argParser(addValue);
  return heading === undefined ? added : added.helpGroup(`${heading}:`);
}

function addValue(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

/** The values of the flags of a command line, by the names of the options. */
export interface ReadFlags<Group extends OptionGroup> {
  readonly values: OptionValues<Group>;
  /** The same as texts, as a form or a config would have them. Undefined for what was not given. */
  readonly texts: Readonly<Record<string, unknown>>;
}

/** Returns the values of a group of options of a parsed command. Paths are resolved. Throws `bad-value`. */
export function readOptions<Group extends OptionGroup>(
  command: Command,
  group: Group,
  workingFolder: string,
): ReadFlags<Group> {
  // An option that a command and its subcommand share is the command's for commander, wherever it was written.
  const flags: Readonly<Record<string, unknown>> = command.optsWithGlobals();
  const given = Object.entries<Option>(group).map(([name, { flag, isPath, bareValue }]) => {
    const value = flag === undefined ? undefined : flags[new Flag(flag).attributeName()];
    const text = value === true && bareValue !== undefined ? bareValue : value;
    return [name, isPath ? resolvePaths(text, workingFolder) : text];
  });
  const texts = Object.fromEntries(given);
  return { values: parseOptions(group, texts), texts };
}

function resolvePaths(given: unknown, workingFolder: string): unknown {
  if (Array.isArray(given)) return given.map((item) => resolvePaths(item, workingFolder));
  return typeof given === 'string' && !isLiteral(given) ? path.resolve(workingFolder, given) : given;
}

/** An empty path is an error, and `-` is the standard output. */
function isLiteral(text: string): boolean {
  return text === '' || text === '-';
}

/** Returns the description of an option with its choices and default. */
export function flagDescription(option: Option): string {
  const choices = option.flag?.includes('<') ? optionChoices(option)?.join(', ') : undefined;
  const fallback = shownDefault(option);
  const notes = [choices, fallback === undefined ? undefined : `default: ${fallback}`].filter(
    (note) => note !== undefined,
  );
  return notes.length === 0 ? option.description : `${option.description} (${notes.join('; ')})`;
}
