import { existsSync } from 'node:fs';
import path from 'node:path';

/** A test that runs the built program with a flag and asserts what the flag does. */
export interface FlagTest {
  /** Below `test/`. */
  readonly file: string;
  readonly title: string;
}

const tests = path.join(import.meta.dirname, '../..');

function at(name: string, title: string): FlagTest {
  const journey = `${name}.journey.test.ts`;
  return { file: existsSync(path.join(tests, journey)) ? journey : `${name}.test.ts`, title };
}

/** Flags whose effect a test in another file shows, by the long name. */
export const elsewhere: Readonly<Record<string, FlagTest>> = {
  '--quiet': at('cli/batch', 'makes only what is missing, night after night'),
  '--json': at('cli/cache', 'lists the speakers of stored segments, and removes nothing that it did not make'),
  '--progress': at('cli/progress-json', 'writes an event per line, without control characters, and nothing else'),
  '--notify': at('cli/notices', 'runs a command with the outcome in its environment and on its standard input'),
  '--webhook': at('cli/notices', 'sends the outcome of a run, signed, and again after an error'),
  '--ebook-convert': at(
    'cli/other-kinds',
    'is read with --ebook-convert, with the setting, and in a conversion with --yes',
  ),
  '--yes': at('cli/cache', 'lists the speakers of stored segments, and removes nothing that it did not make'),
  '--profile': at('cli/config', 'puts the profile that is named before the other values'),
  '--config': at('cli/config', 'reads the config that is named and no other, or none'),
  '--remember': at('cli/config', 'speaks the next book of a series with the voice and the lexicons of the last one'),
  '--out-dir': at('cli/batch', 'converts all but the one that fails, and says so in a table'),
  '--name': at('cli/batch', 'names the audiobooks by a template, and keeps two with one name apart'),
  '--skip-existing': at('cli/batch', 'makes only what is missing, night after night'),
  '--as-one-book': at('cli/one-book', 'makes one audiobook of a folder of all kinds, each file a chapter'),
  '--output': at('cli/convert', 'writes subtitles and a read-along of a PDF beside the audio, and names them'),
  '--force': at('cli/output-files', 'is refused when another book made it, with no request, and replaced with --force'),
  '--wait': at('cli/notices', 'waits until another run has finished with the output'),
  '--format': at('cli/commands', 'prints the text, or writes the form that the file name asks for'),
  '--layout': at('cli/output-files', 'are made in a new folder whose parent exists, which a failed run removes again'),
  '--bitrate': at(
    'cli/check-request',
    'ends before the first request when the bitrate does not fit the sample rate of the provider',
  ),
  '--loudness': at('cli/convert', 'brings the book to -18 LUFS and reports what it was and what was done'),
  '--max-part': at('cli/packing', 'warns of a chapter that is longer than a part'),
  '--acx': at('cli/packing', 'writes files that pass the check, short chapters included, with subtitles that fit'),
  '--also': at('cli/convert', 'keeps the audio as WAV and converts at most the given number of chapters'),
  '--subtitles': at('cli/convert', 'writes subtitles and a read-along of a PDF beside the audio, and names them'),
  '--read-along': at('cli/convert', 'writes subtitles and a read-along of a PDF beside the audio, and names them'),
  '--read-along-audio': at(
    'cli/read-along',
    'makes of the finished audio what the conversion would have made, and refuses what is not that book and audio',
  ),
  '--voice': at('cli/languages', 'is spoken by the voices that --voice names'),
  '--language-switch': at('cli/languages', 'is spoken by one voice with --language-switch off, without warnings'),
  '--cast': at(
    'cli/cast',
    'gives every line of dialogue the voice of the person whom the model names, and no word twice',
  ),
  '--judge-model': at('cli/prompts-try', 'lets another model judge a script, and names it at its requests'),
  '--max-chapters': at('cli/convert', 'keeps the audio as WAV and converts at most the given number of chapters'),
  '--speed': at('cli/speed', 'stretches stored speech, keeps its pitch and the times exact'),
  '--pauses': at('cli/plan', 'is the plan of the conversion with the same options, and knows what earlier runs left'),
  '--announce-chapters': at('cli/announcements', 'are spoken, but are not words of the book'),
  '--intro': at('cli/announcements', 'are spoken, but are not words of the book'),
  '--outro': at('cli/announcements', 'are spoken, but are not words of the book'),
  '--lexicon': at('cli/lexicon', 'changes what the service is sent, not what is written'),
  '--verify': at('cli/verify', 'listen hears every word of a book, and a second run hears nothing again'),
  '--allow-gaps': at(
    'cli/narration-refused',
    'ends with exit code 9 where gaps are allowed, and never with the text of the book',
  ),
  '--patience': at('cli/provider-trouble', 'is waited for without end when the patience is 0, and the run completes'),
  '--ocr': at('book/pdf-ocr', 'is suggested when a scanned book is refused (exit 8), and needs tesseract (exit 4)'),
  '--ocr-language': at(
    'book/pdf-ocr',
    'uses the data of the languages of --ocr-language, or reports what to install (exit 4)',
  ),
  '--model': at('cli/audiobook', 'directs with a local model, speaks into an M4B, and asks nothing twice'),
  '--translate': at('cli/audiobook', 'translates before it speaks when asked to, and speaks the other language'),
  '--bilingual': at('cli/audiobook', 'reads each sentence in both languages, with a voice of each, and shows both'),
  '--max-cost': at('cli/plan', 'refuses to start above it'),
  '--scripts-only': at(
    'cli/audiobook',
    'says before what the model will be asked for and reports what it was, with the cost',
  ),
  '--task': at('cli/plan', 'counts requests and tokens of a language model'),
  '--prompt-file': at(
    'cli/prompts-try',
    'shows the request, the answer, what became of the chapter and the tokens, and stores nothing',
  ),
  '--hosts': at('cli/prompts-try', 'asks for a podcast in turns, for one host by choice'),
  '--concurrency': at('cli/announcements', 'are spoken, but are not words of the book'),
  '--settle': at(
    'cli/watch',
    'goes on after kill -9 from the segments that were spoken, twice, and returns the book on SIGTERM',
  ),
  '--all': at('cli/help', 'work, with one line on stderr that says the new one and nothing else on stdout'),
  '--unit': at(
    'cli/read-along',
    'makes of the finished audio what the conversion would have made, and refuses what is not that book and audio',
  ),
  '--directed': at('cli/sample', 'audiobook sample --directed speaks a page as it stands, and as it is directed'),
  '--chapter': at('cli/sample', 'audiobook sample writes one short file per voice from the text of the book'),
  '--seconds': at('cli/sample', 'audiobook sample writes one short file per voice from the text of the book'),
  '--port': at(
    'cli/serve',
    'does not start without a token, on a port in use, or on the jobs folder of another service',
  ),
  '--once': at('cli/watch', '--once converts what is there, in one line per book, and ends with the worst exit code'),
  '--diff': at('cli/text-diff', '--diff shows the sentences that are spoken otherwise, in both forms'),
  '--spoken': at('cli/commands', 'prints what natural voices are given, each passage in its language'),
  '--limit': at('cli/lexicon', 'prints JSON, limits the list and writes a file that it does not replace'),
  '--sample': at('cli/commands', 'lets voices speak a sample'),
  '--accept-licence': at('cli/voices', 'downloads a model whose licence restricts its use only when that is accepted'),
  '--installed': at('cli/voices', 'downloads a model once, with lines of progress, and lists and removes it'),
  '--older-than': at('cli/cache', 'prunes by age and size, and not while a run uses the store'),
  '--max-size': at('cli/cache', 'prunes by age and size, and not while a run uses the store'),
  '--host': at(
    'cli/serve',
    'does not start without a token, on a port in use, or on the jobs folder of another service',
  ),
  '--no-auth': at(
    'cli/serve',
    'does not start without a token, on a port in use, or on the jobs folder of another service',
  ),
  '--queue': at('server/cluster/worker', 'by kill -9 loses its work to another, which asks for nothing that was kept'),
  '--storage': at('server/cluster/worker', 'a worker without a queue or a storage says what it needs'),
  '--work': at(
    'server/cluster/queue-command',
    'audiobook queue shows jobs, queues, workers and services that work, and retries what failed',
  ),
  '--providers': at(
    'server/cluster/worker',
    'by kill -9 loses its work to another, which asks for nothing that was kept',
  ),
  '--log': at('cli/service-lines', 'has a log for people with --log lines'),
  '--grace': at('cli/serve', 'lets running conversions finish after SIGTERM, accepts no more, and exits with 0'),
  '--phonemes': at('cli/phonemes', 'are printed instead of speaking, with the lexicon'),
};
