import { optionChoices } from '../../pipeline/options/option.ts';
import type { Option } from '../../pipeline/options/option.ts';
import { builtInVoices, providerIds } from '../../pipeline/voices/known-names.ts';
import { flagDescription } from '../add-options.ts';
import { commandEntries } from '../command-entries.ts';
import type { Argument, CommandDefinition } from '../define-command.ts';
import { flagNames } from './flag-names.ts';
import type { FlagValues } from './flag-names.ts';

/** The source of the values of a flag or an argument. */
export interface ValueSource {
  /** All values that there are; of voices, those of every installation. */
  readonly choices?: readonly string[] | undefined;
  /** Whether it is the path of a file or folder. */
  readonly isPath?: boolean | undefined;
  /** Whether it is a voice. */
  readonly isVoice?: boolean | undefined;
}

/** A flag of a command. */
export interface FlagRow extends ValueSource {
  /** The long name last. */
  readonly names: readonly string[];
  /** As the help shows it: `-o, --output <file>`. */
  readonly flag: string;
  readonly values: FlagValues;
  /** Heading in the help. */
  readonly heading?: string | undefined;
  /** With the choices and the default. */
  readonly description: string;
}

/** An argument of a command. */
export interface ArgumentRow extends ValueSource {
  /** As the help shows it: `<book>`. */
  readonly name: string;
  readonly description: string;
}

/** A command or a command of a command, in plain data: completion and the man page are made from it. */
export interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly flags: readonly FlagRow[];
  readonly arguments: readonly ArgumentRow[];
  readonly commands: readonly CommandRow[];
}

/** Returns all commands with their flags, in the order of the help. */
export async function commandTable(): Promise<readonly CommandRow[]> {
  return await Promise.all(
    commandEntries.map(async ({ name, summary, load }) => commandRow(name, summary, await load())),
  );
}

function commandRow(name: string, summary: string, definition: CommandDefinition): CommandRow {
  const { description, argument, secondArgument, options, subcommands = {} } = definition;
  return {
    name,
    summary,
    description,
    flags: Object.entries(options).flatMap(([key, option]) => flagRow(key, option)),
    arguments: [argument, secondArgument].flatMap((one) => (one ? [argumentRow(one)] : [])),
    commands: Object.entries(subcommands).flatMap(([inner, own]) =>
      own.old === undefined ? [commandRow(inner, firstSentence(own.description), own)] : [],
    ),
  };
}

function firstSentence(text: string): string {
  const [first = text] = text.split(/(?<=\.)\s/u);
  return first.replace(/\.$/u, '');
}

function flagRow(key: string, option: Option): FlagRow[] {
  const { flag, isPath, heading, old } = option;
  if (flag === undefined || old !== undefined) return [];
  const names = flagNames(flag);
  const values = names[0]?.[1] ?? 'none';
  return [
    {
      names: names.map(([name]) => name),
      flag,
      values,
      heading,
      description: flagDescription(option),
      ...(values !== 'none' && { choices: choicesOf(key, option), isPath, isVoice: key === 'voice' || undefined }),
    },
  ];
}

function choicesOf(key: string, option: Option): readonly string[] | undefined {
  if (key === 'provider') return providerIds();
  return key === 'voice' ? builtInVoices() : optionChoices(option);
}

/** Arguments that name files: `<book>`, `[book...]`, `<file>`, `<folder>`. */
const pathArgument = /^[<[](?:book|file|folder|audio)\b/u;

function argumentRow({ name, description, choices }: Argument): ArgumentRow {
  return { name, description, choices, isPath: pathArgument.test(name) || undefined };
}
