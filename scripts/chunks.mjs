// Which modules of `build/` share a file of `dist/`.

/** Loaded only when a command asks for them. */
export const lazyFolders = /^cli\/(?:commands\/|run-command-line\.)/u;

/** Commands that need the same modules share a chunk: those that convert books, those that only read them, and others. */
export const commandChunks = [
  { name: 'asking', modules: /^cli\/(?:ask\/(?!may-ask)|commands\/convert\/)/u },
  {
    name: 'conversions',
    modules:
      /^(?:cli\/(?:batch\/(?!one-book|find-books|expand-glob)|notices\/(?:with-notices|outcome)\.|pipes\/stream-|queue\/handed-fields|commands\/(?:convert|audiobook|plan|watch|read-along)\b|(?:run-conversion|conversion-request)\.)|book\/(?:epub\/(?:rewrite\/|source\/place-text\.)|pictures\/extract-pictures\.)|pipeline\/(?:speak-book|check-request|output\/(?:stream-claim|write-timed-text)|output\/read-along\/(?:write-book|narrated-epub|read-along-metadata|book-pictures|place-pictures|showable-picture)|queries\/make-read-along|convert|audiobook|write-scripts)\.)/u,
  },
  {
    name: 'reading',
    modules:
      /^(?:cli\/(?:commands\/(?:chapters|names|text|cover)|batch\/(?:one-book|find-books|expand-glob))\.|pipeline\/queries\/(?:outline|book-text|book-names|extract-cover)\.)/u,
  },
  {
    name: 'setup',
    modules:
      /^(?:cli\/commands\/(?:cache|check|completion|doctor|prompts|providers|recognizers|sample|say|serve|token|verify|voices)[./]|pipeline\/(?:queries\/(?:check-files|segment-cache|run-doctor-checks|verify-audio|voices\/sample-(?:voices|passage))|prompts\/try-prompt|natural-voices\/list-models|verification\/manage-recognizers)\.)/u,
  },
  {
    name: 'read-book',
    modules:
      /^(?:book\/(?:check-book-file|read-book|joined\/read-joined-book)|pipeline\/(?:source\/(?:read-source|read-once)|queries\/book-tags))\./u,
  },
  // Loaded with a PDF only.
  { name: 'read-pdf', modules: /^book\/pdf\/(?!ocr\/tesseract)/u },
  { name: 'pipeline', modules: /^storage\/(?!storage-settings)/u },
  { name: 'config', modules: /^cli\/(?:config\/(?!config-options)|commands\/config\/)/u },
  {
    name: 'settings',
    modules:
      /^(?:server\/(?:server-settings|setting-values|cluster\/queue\/queue-settings|access\/grants)|voice-models\/data-folder|speech\/(?:registry|embedded\/embedded)|pipeline\/tools\/(?:choose-provider|find-ffmpeg|preflight|settings)|cli\/(?:load-process-settings|queue\/queue-options))\./u,
  },
  // Loaded when a bar, a table or an installation is shown.
  { name: 'terminal-view', modules: /^cli\/view\/(?:terminal|download)-view\./u },
  { name: 'columns', modules: /^cli\/view\/(?:columns-of|format-table|progress-line)\./u },
  { name: 'install-voices', modules: /^(?:voice-models\/install-model|pipeline\/natural-voices\/install-voices)\./u },
  // They load nothing, as the modules of that chunk.
  { name: 'core', modules: /^(?:storage\/storage-settings|pipeline\/tools\/segment-folder)\./u },
  // The process that reads a book is started before anything else is loaded.
  { name: 'help', modules: /^(?:book\/reader-process|pipeline\/source\/(?:prepare-reading|find-stored-books))\./u },
  { name: 'start', modules: /^book\/(?:read-limits|pictures\/files-beside)\./u },
  { name: 'server', modules: /^server\/errors\/open-log\./u },
  // Loaded with a queue only.
  { name: 'cluster', modules: /^(?:server\/cluster\/(?!queue\/queue-settings)|cli\/queue\/hand-over-book)/u },
  { name: 'cast-file', modules: /^(?:cast\/cast-file|cli\/commands\/cast|pipeline\/casting\/make-cast)\./u },
  // Watching a folder and converting several books share what is no book.
  { name: 'inbox', modules: /^inbox\// },
  {
    name: 'speaking',
    modules: /^pipeline\/queries\/(?:list-providers|voices\/(?:list-voices|say-text|speak-text))\./u,
  },
];

/**
 * Chunks of modules that load these packages or fewer, and no others. Every command loads `program`; the workers that read
 * and speak do not.
 */
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
