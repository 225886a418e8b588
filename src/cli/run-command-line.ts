import { Command, CommanderError } from 'commander';
import path from 'node:path';
import { bookArgument, booksArgument, oneBookArgument } from './define-command.ts';
import type { CommandDefinition, Invocation } from './define-command.ts';
import { commandEntries } from './command-entries.ts';
import type { ReadFlags } from './add-options.ts';
import type { ConfigurableCommand } from './config/add-configs.ts';
import { exitCodes } from './exit-codes.ts';
import { AudiobookError, invalidValue } from '../core/errors.ts';
import { oldNameHint } from '../core/settings.ts';
import type { Option, OptionGroup } from '../pipeline/options/option.ts';
import { packageVersion } from '../core/package-version.ts';
import { isAddress } from '../core/http/is-address.ts';
import type { ProcessContext } from './process-context.ts';
import { separateBook } from './separate-book.ts';
import { examplesHelp } from './tables/examples.ts';
import { debugFlag, pipedColumns, programDescription } from './tables/program-help.ts';
import { wrapLines, writeLines } from './view/write-lines.ts';

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
    if (makesAudio(context.argv)) await startEarly(context, ended.signal);
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
function makesAudio([name = '', ...words]: readonly string[]): boolean {
  const asksHelp = words.some((word) => word === '--help' || word === '-h');
  return ['convert', 'audiobook'].includes(name) && words.length > 0 && !asksHelp;
}

/** Starts the program that a conversion waits for, while the rest of it is loaded. Wrong usage does not wait for it. */
async function startEarly(context: ProcessContext, signal: AbortSignal): Promise<void> {
  const { prepareFfmpeg } = await import('../pipeline/open/prepare-ffmpeg.ts');
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
  const { addOptions } = await import('./add-options.ts');
  const { description, argument, secondArgument, options, subcommands = {} } = definition;
  command.description(description);
  if (argument) command.argument(argument.name, argument.description);
  if (secondArgument) command.argument(secondArgument.name, secondArgument.description);
  const name = pathOf(command);
  command.showHelpAfterError(`See: audiobook ${name} --help`);
  const hidden = addOptions(command, options, { all: context.argv.includes('--all') });
  const more = hidden === 0 ? '' : `\n${hidden} more options: audiobook ${name} --help --all\n`;
  command.addHelpText('after', `${more}${examplesHelp(name)}`);
  for (const [word, subcommand] of Object.entries(subcommands)) {
    const inner = command.command(word, { hidden: subcommand.old !== undefined });
    await addDefinition(inner, subcommand, context, onEnd);
  }
  if (!definition.run) return;
  // `requireKnownCommand` has better words for a command that is written wrong.
  if (!argument && definition.subcommands) command.allowExcessArguments();
  command.action(async () => onEnd(await runDefinition(command, definition, context)));
}

/** Runs a command that was parsed. Returns its exit code, or the words to run instead. */
async function runDefinition(
  command: Command,
  definition: CommandDefinition,
  context: ProcessContext,
): Promise<number | readonly string[]> {
  const { readOptions } = await import('./add-options.ts');
  const { args } = command;
  const { options, readsConfigs } = definition;
  requireKnownCommand(definition, args);
  requireWords(command);
  const given = readOptions(command, options, context.workingFolder);
  const { values, texts } = readsConfigs ? await withConfigs(context, { options, given, args }) : given;
  await sayOldNames(context, { path: pathOf(command), definition, given: { values, texts } });
  const invocation = { ...toolsOf(context, values), context, options: values, flags: given.values, texts, args };
  const lacking = await definition.complete?.(invocation);
  if (lacking !== undefined) return lacking;
  const run = async (words: readonly string[], within = context): Promise<number> =>
    (await definition.run?.({ ...invocation, context: within, args: words })) ?? 0;
  // Of other commands, `-` is what they say it is.
  if (!readsBook(definition) || args.every((word) => word !== '-' && !isAddress(word))) return await run(args);
  const { withSources } = await import('./books/with-sources.ts');
  return await withSources(context, args, run);
}

/** Returns what every command does in the same way. */
function toolsOf(
  context: ProcessContext,
  { json }: Readonly<Record<string, unknown>>,
): Pick<Invocation<OptionGroup>, 'file' | 'settings' | 'warn' | 'print'> {
  const { workingFolder, stdout, stderr } = context;
  return {
    file: (word = '') => path.resolve(workingFolder, word),
    async settings() {
      const { loadProcessSettings } = await import('./load-process-settings.ts');
      return await loadProcessSettings(context);
    },
    warn: (message) => writeLines(stderr, `Warning: ${message}\n`),
    print: (result, text) =>
      void stdout.write(json === true ? `${JSON.stringify(result)}\n` : wrapLines(text(), stdout)),
  };
}

interface ParsedCommand {
  /** Its name, after that of the command around it. */
  readonly path: string;
  readonly definition: CommandDefinition;
  readonly given: ReadFlags<OptionGroup>;
}

/** Says in a line each what is written today for the old names of a command line or a config. */
async function sayOldNames(
  { stderr }: ProcessContext,
  { path: name, definition: { options, old }, given: { values, texts } }: ParsedCommand,
): Promise<void> {
  const flags = Object.entries<Option>(options).filter(([key, option]) => option.old && texts[key] !== undefined);
  const used = flags.map(([, option]) => [/--[\w-]+/u.exec(option.flag ?? '')?.[0] ?? '', option.old] as const);
  const lines = [...(old === undefined ? [] : [[name, old] as const]), ...used];
  if (lines.length === 0) return;
  const { messageView } = await import('./view/open-progress-view.ts');
  const { print } = messageView(stderr, values);
  for (const [before, now = ''] of lines) print(oldNameHint(before, now));
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
