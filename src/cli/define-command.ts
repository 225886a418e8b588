import { bookKinds } from '../core/book.ts';
import type { Settings } from '../core/settings.ts';
import type { OptionGroup, OptionValues } from '../pipeline/options/option.ts';
import type { ProcessContext } from './process-context.ts';

/** The context in which a command runs. */
export interface Invocation<Options extends OptionGroup> {
  readonly context: ProcessContext;
  readonly options: OptionValues<Options>;
  /** The values of the flags alone, without those of configs. */
  readonly flags: OptionValues<Options>;
  /** The values as texts, as a form would have them, by the names of the options. */
  readonly texts: Readonly<Record<string, unknown>>;
  /** The words that are not options. */
  readonly args: readonly string[];
  /** Returns the path that a word stands for. */
  readonly file: (word: string | undefined) => string;
  /** Loads the settings of the process, with warnings. */
  readonly settings: () => Promise<Settings>;
  /** Prints a warning. */
  readonly warn: (message: string) => void;
  /** Prints a result, as JSON with `--json`. */
  readonly print: (result: unknown, text: () => string) => void;
}

/** An argument of a command. */
export interface Argument {
  /** As commander writes it: `<book>`, or `<file...>` for several. */
  readonly name: string;
  readonly description: string;
  /** All values that there are, for completion. */
  readonly choices?: readonly string[] | undefined;
}

/** A command of the program. */
export interface CommandDefinition<Options extends OptionGroup = OptionGroup> {
  /** Sentences for the help of the command. */
  readonly description: string;
  readonly argument?: Argument;
  /** A second argument, after the first one. */
  readonly secondArgument?: Argument;
  readonly options: Options;
  /** Whether the values of configs count for its options, which include `configOptions`. */
  readonly readsConfigs?: true;
  readonly subcommands?: Readonly<Record<string, CommandDefinition>>;
  /** What to write instead. An old command works, is in no help, and says so. */
  readonly old?: string;
  /**
   * Asks a person for what the command line lacks, before it is run. Returns the words to run instead, or undefined when nothing
   * is lacking or the terminal is not interactive.
   */
  complete?(invocation: Invocation<Options>): Promise<readonly string[] | undefined>;
  /** Returns the exit code. Default: 0. */
  run?(invocation: Invocation<Options>): Promise<number | void>;
}

/** Returns the definition, with the types of the option values derived from its options. */
export function defineCommand<const Options extends OptionGroup>(
  definition: CommandDefinition<Options>,
): CommandDefinition<Options> {
  return definition;
}

/** Argument of every command that reads a book. */
export const bookArgument = { name: '<book>', description: `${bookKinds} file, or its https address` } as const;

/** Argument of every command that reads one book, which may be one of several files. */
export const oneBookArgument = {
  name: '<book...>',
  description: `${bookKinds} file, or its https address; with --as-one-book several, folders of books and quoted patterns`,
} as const;

/** Argument of the command that converts any number of books. */
export const booksArgument = {
  name: '[book...]',
  description: `${bookKinds} file, or its https address; several, folders of books and quoted patterns are converted one after the other`,
} as const;
