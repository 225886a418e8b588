import path from 'node:path';
import { Option as Flag } from 'commander';
import type { Command } from 'commander';
import { costOptions } from '../pipeline/options/cost-options.ts';
import { modelOptions } from '../pipeline/options/model-options.ts';
import { narrationOptions } from '../pipeline/options/narration-options.ts';
import { isListOption, optionChoices, parseOptions, shownDefault } from '../pipeline/options/option.ts';
import type { Option, OptionGroup, OptionValues } from '../pipeline/options/option.ts';
import { outputOptions } from '../pipeline/options/output-options.ts';
import { readingOptions } from '../pipeline/options/reading-options.ts';
import { providerOptions, speechOptions } from '../pipeline/options/speech-options.ts';

/** Headings of the groups in the help. Other options come first. */
const headings: readonly (readonly [heading: string, group: OptionGroup])[] = [
  ['Output:', outputOptions],
  ['Speech:', { ...speechOptions, ...providerOptions }],
  ['Reading the book:', readingOptions],
  ['Scripts:', narrationOptions],
  ['Language model:', modelOptions],
  ['Cost:', costOptions],
];

/** Adds a group of options to a command. */
export function addOptions(command: Command, group: OptionGroup): void {
  for (const [name, option] of Object.entries(group)) {
    if (option.flag === undefined) continue;
    const flag = new Flag(option.flag, flagDescription(option));
    // A list without `...` in its flag takes one value each time, so that the book may follow it.
    if (isListOption(option) && !flag.variadic) flag.argParser(addValue);
    const heading = headings.find(([, options]) => options[name] === option)?.[0];
    command.addOption(heading === undefined ? flag : flag.helpGroup(heading));
  }
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
