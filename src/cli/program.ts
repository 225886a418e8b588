import { Command, CommanderError } from 'commander';
import type { DefineCommand } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import type { Host } from './host.ts';
import { packageVersion } from './package-version.ts';

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loaded when the command is used: start-up stays light however many there are. */
  readonly load: () => Promise<DefineCommand>;
}

/** Adding a command: its file, and its line here. */
const commands: readonly CommandEntry[] = [
  {
    name: 'convert',
    summary: 'speak a book as it stands into an MP3',
    load: async () => (await import('./commands/convert.ts')).defineConvert,
  },
  {
    name: 'audiobook',
    summary: 'let a language model write narration scripts and speak them into an M4B',
    load: async () => (await import('./commands/audiobook.ts')).defineAudiobook,
  },
  {
    name: 'chapters',
    summary: 'list the chapters of a book and what is left out',
    load: async () => (await import('./commands/chapters.ts')).defineChapters,
  },
  {
    name: 'text',
    summary: 'print the cleaned text of a book as it would be spoken',
    load: async () => (await import('./commands/text.ts')).defineText,
  },
  {
    name: 'cover',
    summary: 'write the cover of a book to a file',
    load: async () => (await import('./commands/cover.ts')).defineCover,
  },
  {
    name: 'check',
    summary: 'measure audio files by what ACX wants',
    load: async () => (await import('./commands/check.ts')).defineCheck,
  },
  {
    name: 'voices',
    summary: 'list the voices of a speech provider',
    load: async () => (await import('./commands/voices.ts')).defineVoices,
  },
  {
    name: 'providers',
    summary: 'list the speech providers and whether each can be used',
    load: async () => (await import('./commands/providers.ts')).defineProviders,
  },
  {
    name: 'prompts',
    summary: 'list, show and validate prompts for the language model',
    load: async () => (await import('./commands/prompts.ts')).definePrompts,
  },
  {
    name: 'doctor',
    summary: 'check whether the default job can run on this machine',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  {
    name: 'serve',
    summary: 'run the HTTP service',
    load: async () => (await import('./commands/serve.ts')).defineServe,
  },
];

/** Runs one command line and answers the exit code. Throws what the command throws; wrong usage is told on stderr. */
export async function runCommandLine(host: Host): Promise<number> {
  let exitCode = 0;
  const program = emptyProgram(host);
  for (const { name, summary, load } of commands) {
    const command = program
      .command(name)
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`);
    if (host.argv.includes(name)) (await load())(command, host, (code) => (exitCode = code));
  }
  try {
    await program.parseAsync(host.argv.length === 0 ? ['--help'] : [...host.argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : exitCodes.usage;
  }
}

/** Subcommands made from it inherit its settings. */
function emptyProgram({ stdout, stderr }: Host): Command {
  return new Command('audiobook')
    .description('Turns an EPUB or PDF into an audiobook.')
    .version(packageVersion())
    .option('--debug', 'on failure, show where it came from')
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    })
    .exitOverride();
}
