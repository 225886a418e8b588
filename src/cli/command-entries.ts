import type { CommandDefinition } from './define-command.ts';

/** All commands, in the order of the list of commands, with what each does. */
const summaries = {
  convert: 'convert a book to an MP3 or another audio format',
  audiobook: 'convert a book to an M4B, narrated from scripts that a language model writes',
  plan: 'say what a conversion would make, cost and take',
  watch: 'convert each book that is dropped into a folder',
  chapters: 'list the chapters of a book and what is left out',
  text: 'print the text of a book as it would be spoken',
  names: 'list the names of a book as a lexicon to fill in',
  cast: 'find out who speaks in a book, for voices of their own with --cast',
  cover: 'save the cover of a book as a JPEG',
  'read-along': 'make a read-along EPUB of a finished audiobook',
  check: 'check audio files against the requirements of ACX',
  sample: 'speak a passage of a book with several voices, to choose one',
  verify: 'hear whether every word of a book is in its audio',
  say: 'speak a text, to try a voice or a lexicon',
  voices: 'list the voices of a speech provider; install natural voices',
  recognizers: 'list, install and remove recognizers, which hear what was spoken',
  providers: 'list the speech providers and whether each is available',
  prompts: 'list, show, validate and try prompts for the language model',
  cache: 'say what the segment store holds; prune it',
  config: 'print each value that a conversion would use, and where it is from',
  doctor: 'check whether a default conversion works on this machine',
  completion: 'print the completion script for bash, zsh, fish or PowerShell',
  share: 'send a file to a phone in the same network, once',
  serve: 'run the HTTP service',
  worker: 'work on the books of a queue that several machines share',
  queue: 'show such a queue and its workers, or retry a failed book',
  token: 'add, list and revoke named tokens of the HTTP service',
} as const;

/** Loaded when the command is used, so that the program starts quickly. */
const modules: Readonly<Record<keyof typeof summaries, () => Promise<{ readonly command: CommandDefinition }>>> = {
  convert: async () => await import('./commands/convert.ts'),
  audiobook: async () => await import('./commands/audiobook.ts'),
  plan: async () => await import('./commands/plan.ts'),
  watch: async () => await import('./commands/watch.ts'),
  chapters: async () => await import('./commands/book/chapters.ts'),
  text: async () => await import('./commands/book/text.ts'),
  names: async () => await import('./commands/book/names.ts'),
  cast: async () => await import('./commands/book/cast.ts'),
  cover: async () => await import('./commands/book/cover.ts'),
  'read-along': async () => await import('./commands/book/read-along.ts'),
  check: async () => await import('./commands/book/check.ts'),
  sample: async () => await import('./commands/book/sample.ts'),
  verify: async () => await import('./commands/book/verify.ts'),
  say: async () => await import('./commands/voices/say.ts'),
  voices: async () => await import('./commands/voices/voices.ts'),
  recognizers: async () => await import('./commands/voices/recognizers.ts'),
  providers: async () => await import('./commands/voices/providers.ts'),
  prompts: async () => await import('./commands/program/prompts.ts'),
  cache: async () => await import('./commands/program/cache.ts'),
  config: async () => await import('./commands/program/config.ts'),
  doctor: async () => await import('./commands/program/doctor.ts'),
  completion: async () => await import('./commands/program/completion.ts'),
  share: async () => await import('./commands/service/share.ts'),
  serve: async () => await import('./commands/service/serve.ts'),
  worker: async () => await import('./commands/service/worker.ts'),
  queue: async () => await import('./commands/service/queue.ts'),
  token: async () => await import('./commands/service/token.ts'),
};

/** A line of the list of commands. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandDefinition>;
}

/** All commands. A new command is a file in `commands/` and a line in both tables above. */
export const commandEntries: readonly CommandEntry[] = Object.entries(modules).map(([name, load]) => {
  const texts: Readonly<Record<string, string>> = summaries;
  return { name, summary: texts[name] ?? '', load: async () => (await load()).command };
});
