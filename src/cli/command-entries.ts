import type { CommandDefinition } from './define-command.ts';

/** A line of the list of commands. */
export interface CommandEntry {
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
    name: 'plan',
    summary: 'say what a conversion would make, cost and take',
    load: async () => (await import('./commands/plan.ts')).planCommand,
  },
  {
    name: 'watch',
    summary: 'convert each book that is dropped into a folder',
    load: async () => (await import('./commands/watch.ts')).watchCommand,
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
    name: 'names',
    summary: 'list the names of a book as a lexicon to fill in',
    load: async () => (await import('./commands/names.ts')).namesCommand,
  },
  {
    name: 'cast',
    summary: 'find out who speaks in a book, for voices of their own with --cast',
    load: async () => (await import('./commands/cast.ts')).castCommand,
  },
  {
    name: 'cover',
    summary: 'save the cover of a book as a JPEG',
    load: async () => (await import('./commands/cover.ts')).coverCommand,
  },
  {
    name: 'read-along',
    summary: 'make a read-along EPUB of a finished audiobook',
    load: async () => (await import('./commands/read-along/read-along.ts')).readAlongCommand,
  },
  {
    name: 'check',
    summary: 'check audio files against the requirements of ACX',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  {
    name: 'sample',
    summary: 'speak a passage of a book with several voices, to choose one',
    load: async () => (await import('./commands/sample.ts')).sampleCommand,
  },
  {
    name: 'verify',
    summary: 'hear whether every word of a book is in its audio',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  {
    name: 'say',
    summary: 'speak a text, to try a voice or a lexicon',
    load: async () => (await import('./commands/say.ts')).sayCommand,
  },
  {
    name: 'voices',
    summary: 'list the voices of a speech provider; install natural voices',
    load: async () => (await import('./commands/voices.ts')).voicesCommand,
  },
  {
    name: 'recognizers',
    summary: 'list, install and remove recognizers, which hear what was spoken',
    load: async () => (await import('./commands/recognizers.ts')).recognizersCommand,
  },
  {
    name: 'providers',
    summary: 'list the speech providers and whether each is available',
    load: async () => (await import('./commands/providers.ts')).providersCommand,
  },
  {
    name: 'prompts',
    summary: 'list, show, validate and try prompts for the language model',
    load: async () => (await import('./commands/prompts.ts')).promptsCommand,
  },
  {
    name: 'cache',
    summary: 'say what the segment store holds; prune or clear it',
    load: async () => (await import('./commands/cache/cache.ts')).cacheCommand,
  },
  {
    name: 'config',
    summary: 'print each value that a conversion would use, and where it is from',
    load: async () => (await import('./commands/config/config.ts')).configCommand,
  },
  {
    name: 'doctor',
    summary: 'check whether a default conversion works on this machine',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  {
    name: 'completion',
    summary: 'print the completion script for bash, zsh, fish or PowerShell',
    load: async () => (await import('./commands/completion/completion.ts')).completionCommand,
  },
  {
    name: 'serve',
    summary: 'run the HTTP service',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'worker',
    summary: 'work on the books of a queue that several machines share',
    load: async () => (await import('./commands/serve/worker.ts')).workerCommand,
  },
  {
    name: 'queue',
    summary: 'show such a queue and its workers, or retry a failed book',
    load: async () => (await import('./commands/serve/queue.ts')).queueCommand,
  },
  {
    name: 'token',
    summary: 'add, list and revoke named tokens of the HTTP service',
    load: async () => (await import('./commands/token.ts')).tokenCommand,
  },
];
