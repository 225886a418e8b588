import { Command, CommanderError } from 'commander';
import { addOptions, readOptions } from './add-options.ts';
import type { CommandDefinition } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { packageVersion } from './package-version.ts';
import type { ProcessContext } from './process-context.ts';
import { globalOptions } from './run-options.ts';

interface CommandEntry {
  readonly name: string;
  /** For the list of commands. */
  readonly summary: string;
  /** Loaded when the command is used, so that the program starts quickly. */
  readonly load: () => Promise<CommandDefinition>;
}

/** All commands. A new command is a file in `commands/` and an entry here. */
export const commandEntries: readonly CommandEntry[] = [
  {
    name: 'convert',
    summary: 'convert a book to an MP3 or another audio format',
    load: async () => (await import('./commands/convert.ts')).convertCommand,
  },
  {
    name: 'audiobook',
    summary: 'convert a book to an M4B, narrated from scripts that a language model writes',
    load: async () => (await import('./commands/audiobook.ts')).audiobookCommand,
  },
  {
    name: 'chapters',
    summary: 'list the chapters of a book and what is left out',
    load: async () => (await import('./commands/chapters.ts')).chaptersCommand,
  },
  {
    name: 'text',
    summary: 'print the text of a book as it would be spoken',
    load: async () => (await import('./commands/text.ts')).textCommand,
  },
  {
    name: 'cover',
    summary: 'save the cover of a book as a JPEG',
    load: async () => (await import('./commands/cover.ts')).coverCommand,
  },
  {
    name: 'check',
    summary: 'check audio files against the requirements of ACX',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  {
    name: 'voices',
    summary: 'list the voices of a speech provider',
    load: async () => (await import('./commands/voices.ts')).voicesCommand,
  },
  {
    name: 'providers',
    summary: 'list the speech providers and whether each is available',
    load: async () => (await import('./commands/providers.ts')).providersCommand,
  },
  {
    name: 'prompts',
    summary: 'list, show and validate prompts for the language model',
    load: async () => (await import('./commands/prompts.ts')).promptsCommand,
  },
  {
    name: 'doctor',
    summary: 'check whether a default conversion works on this machine',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  {
    name: 'serve',
    summary: 'run the HTTP service',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
];

/** Runs one command line and returns the exit code. Throws what the command throws. Wrong usage is printed on stderr. */
export async function runCommandLine(context: ProcessContext): Promise<number> {
  let exitCode = 0;
  const program = createProgram(context);
  const onExit = (code: number): void => void (exitCode = code);
  for (const { name, summary, load } of commandEntries) {
    const command = program.command(name).summary(summary);
    if (context.argv.includes(name)) addDefinition(command, await load(), context, onExit);
  }
  try {
    await program.parseAsync(context.argv.length === 0 ? ['--help'] : [...context.argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : exitCodes.usage;
  }
}

function addDefinition(
  command: Command,
  definition: CommandDefinition,
  context: ProcessContext,
  onExit: (exitCode: number) => void,
): void {
  const { description, argument, options, subcommands = {} } = definition;
  command.description(description);
  if (argument) command.argument(argument.name, argument.description);
  addOptions(command, options);
  for (const [name, subcommand] of Object.entries(subcommands)) {
    addDefinition(command.command(name), subcommand, context, onExit);
  }
  if (!definition.run) return;
  command.action(async () => {
    const values = readOptions(command, options, context.workingFolder);
    onExit((await definition.run?.({ context, options: values, args: command.args })) ?? 0);
  });
}

/** Creates the program without its commands, which inherit its configuration. */
function createProgram({ stdout, stderr }: ProcessContext): Command {
  const program = new Command('audiobook')
    .description('Turns an EPUB or PDF into an audiobook.')
    .version(packageVersion())
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    })
    .exitOverride();
  addOptions(program, globalOptions);
  return program;
}
