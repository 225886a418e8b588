/** A command line that works, and what it does. */
export interface Example {
  /** Words after `audiobook`, as for a shell. */
  readonly run: string;
  readonly does: string;
}

/** Examples for the help and the man page, by command. A test runs each of them. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  convert: [
    { run: 'convert book.epub', does: 'makes book.mp3 in the current folder' },
    { run: 'convert book.epub -o book.m4b --voice flite:rms', does: 'an M4B with another voice' },
    { run: 'convert book.epub --chapters 1-2 --speed 1.2 -o start.opus', does: 'two chapters, a little faster' },
    {
      run: 'convert inbox --out-dir audio --name flat --skip-existing',
      does: 'all books of a folder that are not made yet',
    },
    { run: 'convert inbox --as-one-book "Letters"', does: 'one audiobook of a folder, each file a chapter' },
  ],
  audiobook: [
    { run: 'audiobook book.epub --model tiny -o told.m4b', does: 'narrated from scripts of a local language model' },
    { run: 'audiobook book.epub --task direct -o plain.m4b', does: 'an M4B of the text of the book, without a model' },
  ],
  plan: [
    { run: 'plan book.epub', does: 'chapters, length, cost and time of `audiobook convert book.epub`' },
    { run: 'plan book.epub --provider openai --json', does: 'the same for a paid provider, as JSON' },
  ],
  watch: [{ run: 'watch inbox --out-dir audio --once --settle 0', does: 'converts what is in a folder, for cron' }],
  chapters: [{ run: 'chapters book.epub', does: 'numbers for --chapters, and what is left out' }],
  text: [
    { run: 'text book.epub', does: 'prints what would be spoken' },
    { run: 'text book.epub -o book.md', does: 'writes it as Markdown' },
    { run: 'text book.epub --diff', does: 'shows what is read otherwise than it is written' },
  ],
  names: [{ run: 'names book.epub -o lexicon.yaml', does: 'a lexicon to fill in for --lexicon' }],
  cast: [{ run: 'cast book.epub --model tiny', does: 'writes book.cast.yaml for --cast' }],
  'read-along': [{ run: 'read-along book.epub book.m4b', does: 'adds the sound to the EPUB, each sentence in time' }],
  cover: [{ run: 'cover book.epub', does: 'saves the cover as a JPEG' }],
  check: [{ run: 'check book.mp3', does: 'levels and problems by the requirements of ACX' }],
  sample: [
    {
      run: 'sample book.epub --chapter 1 --seconds 5 --voice flite:slt,flite:rms',
      does: 'the same passage by two voices',
    },
    { run: 'sample book.epub --directed', does: 'a page as it stands, and with who speaks and how' },
  ],
  verify: [{ run: 'verify book.epub book.mp3', does: 'hears whether every word is in the audio' }],
  say: [{ run: 'say "Good morning." -o hello.wav', does: 'speaks a sentence' }],
  voices: [
    { run: 'voices --provider embedded --language en', does: 'values of --voice for English' },
    { run: 'voices --provider embedded --language en-GB --sample "Good morning."', does: 'lets each voice speak' },
  ],
  'voices install': [{ run: 'voices install kokoro', does: 'downloads natural voices that speak on this machine' }],
  'voices list': [{ run: 'voices list --installed', does: 'models on this machine' }],
  'voices remove': [{ run: 'voices remove kokoro', does: 'removes them' }],
  recognizers: [{ run: 'recognizers', does: 'recognizers for --verify and `audiobook verify`' }],
  'recognizers install': [{ run: 'recognizers install en', does: 'downloads the best one for English' }],
  'recognizers remove': [{ run: 'recognizers remove parakeet-110m', does: 'removes one' }],
  providers: [{ run: 'providers', does: 'speech providers and why one is not available' }],
  'prompts list': [{ run: 'prompts list', does: 'names of the built-in prompts' }],
  'prompts show': [{ run: 'prompts show podcast', does: 'a start for a prompt of your own' }],
  'prompts validate': [{ run: 'prompts validate prompt.md', does: 'checks a prompt of your own' }],
  'prompts try': [
    { run: 'prompts try summary book.epub --chapter 2 --model tiny', does: 'requests and answers for one chapter' },
  ],
  cache: [{ run: 'cache', does: 'size of the segment store, by voice' }],
  'cache prune': [
    { run: 'cache prune --older-than 30d --max-size 5GB', does: 'makes room' },
    { run: 'cache prune --all --yes', does: 'removes all stored speech without a question' },
  ],
  config: [{ run: 'config', does: 'each value that a conversion would use, and where it is from' }],
  doctor: [{ run: 'doctor', does: 'what is missing on this machine' }],
  completion: [{ run: 'completion bash', does: 'the script for ~/.bashrc: source <(audiobook completion bash)' }],
  share: [{ run: 'share book.m4b', does: 'shows a QR code from which a phone fetches the file' }],
  serve: [{ run: 'serve --port 0', does: 'the HTTP service at a free port of this machine' }],
  worker: [
    {
      run: 'worker --queue redis://localhost:6379 --providers embedded',
      does: 'speaks with the embedded voices for the services with this --queue',
    },
  ],
  'queue list': [{ run: 'queue list --queue redis://localhost:6379', does: 'workers, queues and failed jobs' }],
  'queue retry': [{ run: 'queue retry JOB --queue redis://localhost:6379', does: 'queues a failed job again' }],
  'queue restore': [{ run: 'queue restore --queue redis://localhost:6379', does: 'after Redis lost its memory' }],
  'token add': [{ run: 'token add ada --role user --quota jobs=2', does: 'prints the token, once' }],
  'token list': [{ run: 'token list', does: 'names, roles and quotas' }],
  'token revoke': [{ run: 'token revoke ada', does: 'ends the token' }],
};

/** Returns the examples of a command for its help: `voices install`, with a line before. Empty without examples. */
export function examplesHelp(command: string): string {
  const lines = (examples[command] ?? []).map(({ run, does }) => `  $ audiobook ${run}\n      ${does}\n`);
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('')}`;
}
