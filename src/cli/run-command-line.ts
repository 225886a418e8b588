import { Command, CommanderError } from 'commander';
import { bookArgument, booksArgument, oneBookArgument } from './define-command.ts';
import type { CommandDefinition } from './define-command.ts';
import { commandEntries } from './command-entries.ts';
import type { ReadFlags } from './add-options.ts';
import type { ConfigurableCommand } from './config/add-configs.ts';
import { exitCodes } from './exit-codes.ts';
import { AudiobookError, invalidValue } from '../core/errors.ts';
import type { OptionGroup } from '../pipeline/options/option.ts';
import { packageVersion } from '../core/package-version.ts';
import { prepareReading } from '../pipeline/read/prepare-reading.ts';
import type { ProcessContext } from './process-context.ts';
import { separateBook } from './separate-book.ts';
import { examplesHelp } from './tables/examples.ts';
import { debugFlag, pipedColumns, programDescription } from './tables/program-help.ts';
import { withStandardInput } from './pipes/with-standard-input.ts';

/** Runs one command line and returns the exit code. Throws what the command throws. Wrong usage is printed on stderr. */
export async function runCommandLine(context: ProcessContext): Promise<number> {
  let exitCode = 0;
  let completed: readonly string[] | undefined;
  const program = createProgram(context);
  const onEnd: OnEnd = (end) => {
    if (typeof end === 'number') exitCode = end;
    else completed = end;
  };
  const ended = new AbortController();
  try {
    if (convertsBook(context.argv)) await startEarly(context, ended.signal);
    let argv = context.argv.length === 0 ? ['--help'] : context.argv;
    for (const { name, summary, load } of commandEntries) {
      const command = program.command(name).summary(summary);
      if (!context.argv.includes(name)) continue;
      const definition = await load();
      await addDefinition(command, definition, context, onEnd);
      if (argv[0] === name) argv = [name, ...bookFirst(argv.slice(1), definition)];
    }
    await program.parseAsync(argv, { from: 'user' });
    return completed === undefined ? exitCode : await runCommandLine({ ...context, argv: completed });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : exitCodes.usage;
  } finally {
    ended.abort();
  }
}

/** Reports whether a command line names a book to convert, as far as this is known without the options of the command. */
function convertsBook([name = '', ...words]: readonly string[]): boolean {
  const asksHelp = words.some((word) => word === '--help' || word === '-h');
  return ['convert', 'audiobook', 'plan'].includes(name) && words.length > 0 && !asksHelp;
}

/** Starts the programs that a conversion waits for, while the rest of it is loaded. Wrong usage does not wait for them. */
async function startEarly(context: ProcessContext, signal: AbortSignal): Promise<void> {
  await prepareReading(context, signal);
  // A plan makes no audio.
  if (context.argv[0] === 'plan') return;
  const { prepareFfmpeg } = await import('../pipeline/open/find-ffmpeg.ts');
  prepareFfmpeg(context.environment, signal);
}

/** Takes the exit code of a command, or the words to run instead. */
type OnEnd = (end: number | readonly string[]) => void;

async function addDefinition(
  command: Command,
  definition: CommandDefinition,
  context: ProcessContext,
  onEnd: OnEnd,
): Promise<void> {
  // Loaded for a command alone: it knows all options.
  const { addOptions, readOptions } = await import('./add-options.ts');
  const { description, argument, secondArgument, options, subcommands = {} } = definition;
  command.description(description);
  if (argument) command.argument(argument.name, argument.description);
  if (secondArgument) command.argument(secondArgument.name, secondArgument.description);
  addOptions(command, options);
  command.addHelpText('after', examplesHelp(pathOf(command)));
  for (const [name, subcommand] of Object.entries(subcommands)) {
    await addDefinition(command.command(name), subcommand, context, onEnd);
  }
  if (!definition.run) return;
  // `requireKnownCommand` has better words for a command that is written wrong.
  if (!argument && definition.subcommands) command.allowExcessArguments();
  command.action(async () => {
    requireKnownCommand(definition, command.args);
    requireWords(command);
    const { values: flags, texts: flagTexts } = readOptions(command, options, context.workingFolder);
    const { args } = command;
    const given = { values: flags, texts: flagTexts };
    const { values, texts } = definition.readsConfigs ? await withConfigs(context, { options, given, args }) : given;
    const lacking = await definition.complete?.({ context, options: values, flags, texts, args });
    if (lacking !== undefined) {
      onEnd(lacking);
      return;
    }
    const run = async (words: readonly string[]): Promise<number | undefined> =>
      await definition.run?.({ context, options: values, flags, texts, args: words });
    // Of other commands, `-` is what they say it is.
    onEnd((readsBook(definition) ? await withStandardInput(context, args, run) : await run(args)) ?? 0);
  });
}

/** Throws `usage` for a word after a command that has commands and no arguments. */
function requireKnownCommand({ argument, subcommands = {} }: CommandDefinition, [word]: readonly string[]): void {
  if (argument || word === undefined) return;
  const names = Object.keys(subcommands);
  throw invalidValue('command', word, names.join(', '), { code: 'usage', names });
}

/** Throws `usage` for an empty word, as of a variable without a value: as a path, it would be the folder around. */
function requireWords({ args, registeredArguments }: Command): void {
  const at = args.indexOf('');
  if (at === -1) return;
  const argument = registeredArguments[at] ?? registeredArguments.at(-1);
  throw new AudiobookError('usage', `The argument '${argument?.name() ?? ''}' is empty.`);
}

function readsBook({ argument }: CommandDefinition): boolean {
  return [bookArgument, booksArgument, oneBookArgument].some((known) => known === argument);
}

function bookFirst(words: readonly string[], definition: CommandDefinition): readonly string[] {
  return readsBook(definition) ? separateBook(words, definition.options) : words;
}

/** Loaded for the conversions alone. */
async function withConfigs(context: ProcessContext, command: ConfigurableCommand): Promise<ReadFlags<OptionGroup>> {
  const { addConfigs } = await import('./config/add-configs.ts');
  return await addConfigs(context, command);
}

/** Returns the names of a command and of the command that it belongs to: `voices install`. */
function pathOf(command: Command): string {
  const outer = command.parent?.parent ? `${pathOf(command.parent)} ` : '';
  return `${outer}${command.name()}`;
}

/** Creates the program without its commands, which inherit its configuration. */
function createProgram({ stdout, stderr }: ProcessContext): Command {
  return new Command('audiobook')
    .description(programDescription)
    .version(packageVersion())
    .option(...debugFlag)
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? pipedColumns,
      getErrHelpWidth: () => stderr.columns ?? pipedColumns,
    })
    .exitOverride();
}
