// Decides which modules of `build/` share a file of `dist/`.

/** Loaded only when a command asks for them. */
export const lazyFolders = /^cli\/(?:commands\/|run-command-line\.)/u;

/** The module of the command line that `--help` and every command loads. */
export const commandLine = 'cli/run-command-line.js';

/** Chunks of what is loaded together with these modules: by every run, by every command, and by every conversion. */
export const loadedWith = {
  start: ['cli/main.js'],
  help: [commandLine],
  conversion: ['cli/commands/convert.js', 'cli/add-options.js', 'cli/config/add-configs.js'],
};

/** The process that asks ffmpeg for its version is started before anything else is loaded. */
export const earlyChunks = [
  {
    name: 'programs',
    modules:
      /^(?:pipeline\/tools\/(?:find-ffmpeg|ffmpeg-setting)|audio\/ffmpeg\/(?:locate-ffmpeg|ffmpeg-error)|core\/process\/(?:run-program|start-program|fork-child|program-error|kill-child))\./u,
  },
];

/** Parts of the programs of workers that are loaded together. */
export const workerChunks = [
  { name: 'pdf', test: /[\\/]build[\\/]book[\\/]pdf[\\/]/u },
  { name: 'documents', test: /[\\/]build[\\/]book[\\/]converted[\\/](?:markup-book|opendocument|word|read-document)/u },
  {
    name: 'shared',
    test: /[\\/]build[\\/](?:core[\\/](?:errors|package-root)|book[\\/](?:too-large|converted[\\/]escape-markup))\./u,
    minShareCount: 2,
  },
];

/**
 * Modules that a plain conversion does not load. Commands that need the same modules share a chunk: other conversions, those that
 * only read books, and others.
 */
export const commandChunks = [
  { name: 'asking', modules: /^cli\/(?:ask\/(?!may-ask)|commands\/convert\/)/u },
  {
    name: 'conversions',
    modules:
      /^(?:cli\/(?:batch\/|pipes\/stream-|commands\/(?:audiobook|plan|watch|read-along)\b)|book\/(?:epub\/(?:rewrite\/|source\/place-text\.)|pictures\/extract-pictures\.)|pipeline\/(?:output\/write-timed-text|output\/read-along\/(?:write-book|narrated-epub|read-along-metadata|book-pictures|place-pictures|showable-picture)|queries\/make-read-along|audiobook|write-scripts)\.)/u,
  },
  {
    name: 'reading',
    modules:
      /^(?:cli\/commands\/(?:chapters|names|text|cover)\.|pipeline\/queries\/(?:book-text|book-names|extract-cover)\.)/u,
  },
  {
    name: 'setup',
    modules:
      /^(?:cli\/commands\/(?:cache|check|completion|doctor|prompts|providers|recognizers|sample|say|serve|token|verify|voices)[./]|pipeline\/(?:queries\/(?:check-files|segment-cache|run-doctor-checks|verify-audio|voices\/sample-(?:voices|passage))|prompts\/try-prompt|natural-voices\/list-models|verification\/manage-recognizers)\.)/u,
  },
  { name: 'config', modules: /^cli\/(?:config\/(?!config-options)|commands\/config\/)/u },
  { name: 'settings', modules: /^server\/(?:setting-values|access\/grants)\./u },
  // Loaded when a bar, a table or an installation is shown.
  { name: 'terminal-view', modules: /^cli\/view\/(?:terminal|download)-view\./u },
  { name: 'columns', modules: /^cli\/view\/(?:columns-of|format-table|progress-line)\./u },
  { name: 'install-voices', modules: /^(?:voice-models\/install-model|pipeline\/natural-voices\/install-voices)\./u },
  { name: 'server', modules: /^server\/errors\/open-log\./u },
  // Loaded with a queue only.
  { name: 'cluster', modules: /^(?:server\/cluster\/(?!queue\/queue-settings)|cli\/queue\/hand-over-book)/u },
  { name: 'cast-file', modules: /^(?:cast\/cast-file|cli\/commands\/cast|pipeline\/casting\/make-cast)\./u },
  // Shared by watching a folder and converting several books, which are not about one book.
  { name: 'inbox', modules: /^inbox\// },
  {
    name: 'speaking',
    modules: /^pipeline\/queries\/(?:list-providers|voices\/(?:list-voices|say-text|speak-text|voice-phonemes))\./u,
  },
];

/** Chunks of modules that load these packages or fewer, and no others. */
const usual = ['any-ascii', 'commander', 'dotenv', 'node:child_process', 'p-limit'];
const packageChunks = [
  { name: 'flite', packages: new Set(['any-ascii']) },
  { name: 'program', packages: new Set(usual) },
];

/**
 * Returns the chunk of a module that loads packages, or null when the bundler chooses.
 * @param {string} file
 * @param {ReadonlySet<string>} packages
 * @returns {string | null}
 */
export function packageChunk(file, packages) {
  const name = packageChunks.find((chunk) => [...packages].every((one) => chunk.packages.has(one)))?.name ?? null;
  // Beside the rest of the service, which no conversion loads.
  return name === 'program' && file.startsWith('server/') ? 'server' : name;
}
