import { copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { openScratchFolder } from '../../core/files/scratch-folder.ts';
import type { ScratchFolder } from '../../core/files/scratch-folder.ts';
import { messageText } from '../../core/http/failed-response.ts';
import { ProgramError } from '../../core/process/program-error.ts';
import { runProgram } from '../../core/process/run-program.ts';
import { startProgram } from '../../core/process/start-program.ts';
import { tooLarge } from '../read-limits.ts';
import type { ReadLimits } from '../read-limits.ts';
import type { EbookConvert } from './find-ebook-convert.ts';

/** A book to convert. */
export interface ForeignBook {
  readonly file: string;
  /** By which the program knows the kind. */
  readonly extension: string;
  readonly limits: Pick<ReadLimits, 'totalBytes' | 'wallSeconds'>;
  readonly signal: AbortSignal;
}

/** An EPUB that is deleted with its folder when it is disposed of. */
export interface ConvertedBook extends AsyncDisposable {
  readonly file: string;
}

const watchMs = 250;
/** Characters of its output, of which the last line is shown. */
const maxSaid = 8192;
/** The program unpacks a book, changes its files and packs them again. */
const copies = 3;

/**
 * Converts a book to EPUB with calibre, which gets a folder of its own, no keys and no network. Throws `book-drm`, `book-damaged`
 * (the program fails), `book-too-large` (in time or size) or `canceled`.
 */
export async function convertWithCalibre(calibre: EbookConvert, book: ForeignBook): Promise<ConvertedBook> {
  const scratch = await openScratchFolder('audiobook-convert-');
  try {
    return { ...scratch, file: await convert(calibre, book, scratch) };
  } catch (thrown) {
    await scratch[Symbol.asyncDispose]();
    throw thrown;
  }
}

async function convert(calibre: EbookConvert, book: ForeignBook, { path: folder }: ScratchFolder): Promise<string> {
  const { file, extension, signal } = book;
  const temporary = path.join(folder, 'tmp');
  await mkdir(temporary);
  // No name of a user's file is an argument: one may begin with a dash.
  const [input, output] = [path.join(folder, `book.${extension}`), path.join(folder, 'book.epub')];
  await copyFile(file, input);
  throwIfCanceled(signal);
  await runCalibre(calibre, [input, output, '--no-default-epub-cover'], { ...book, folder, temporary });
  const made = await stat(output).catch(() => undefined);
  if (!made?.isFile() || made.size === 0) throw damaged('it made no book');
  // A book without a title is named after its file.
  const named = path.join(folder, `${path.parse(file).name}.epub`);
  await rename(output, named);
  return named;
}

type RunFolders = ForeignBook & { readonly folder: string; readonly temporary: string };

async function runCalibre({ program }: EbookConvert, args: readonly string[], run: RunFolders): Promise<void> {
  const { folder, signal, limits } = run;
  const { totalBytes, wallSeconds } = limits;
  const [name = program, ...all] = [...(await withoutNetwork()), program, ...args];
  const options = { signal, env: environment(run), timeoutMs: wallSeconds * 1000, ownGroup: true };
  await using running = startProgram(name, all, options);
  running.stdin.end();
  let said = '';
  running.stdout.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-maxSaid)));
  const tooMuch = tooLarge('size of the converted book', totalBytes, 'bytes');
  const watch = setInterval(() => {
    void bytesIn(folder).then((bytes) => (bytes > copies * totalBytes ? running.stop(tooMuch) : undefined));
  }, watchMs);
  try {
    await running.ended;
    if ((await bytesIn(folder)) > copies * totalBytes) throw tooMuch;
  } catch (thrown) {
    throw asBookError(thrown, said, run);
  } finally {
    clearInterval(watch);
  }
}

/** Returns what the program needs to find itself, and folders of its own. It reads an untrusted file and gets no keys. */
function environment({ folder, temporary }: RunFolders): NodeJS.ProcessEnv {
  // oxlint-disable-next-line node/no-process-env -- passed on to a program that must not get the other variables
  const { PATH } = process.env;
  // Nobody answers there: what a book asks for from the network is not fetched, also where there is no other way to forbid it.
  const nowhere = 'http://127.0.0.1:9';
  return {
    PATH,
    HOME: folder,
    TMPDIR: temporary,
    CALIBRE_TEMP_DIR: temporary,
    CALIBRE_CACHE_DIRECTORY: temporary,
    CALIBRE_CONFIG_DIRECTORY: path.join(folder, 'config'),
    LANG: 'C.UTF-8',
    QT_QPA_PLATFORM: 'offscreen',
    ...Object.fromEntries(['http_proxy', 'https_proxy', 'ftp_proxy', 'all_proxy'].map((name) => [name, nowhere])),
  };
}

let networkless: Promise<readonly string[]> | undefined;

/** Returns the words before a command that runs it without a network: on Linux, where users may make name spaces. */
async function withoutNetwork(): Promise<readonly string[]> {
  const words = ['unshare', '--map-root-user', '--net', '--'];
  networkless ??= runProgram('unshare', [...words.slice(1), 'true'], { timeoutMs: 10_000 }).then(
    () => words,
    () => [],
  );
  return await networkless;
}

/** Files may vanish meanwhile. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(
    async ({ parentPath, name }) => (await stat(path.join(parentPath, name)).catch(() => undefined))?.size,
  );
  return (await Promise.all(sizes)).reduce<number>((sum, size = 0) => sum + size, 0);
}

function asBookError(thrown: unknown, output: string, { folder, limits: { wallSeconds } }: RunFolders): unknown {
  if (!(thrown instanceof ProgramError)) return thrown;
  if (thrown.failure === 'timed-out') return tooLarge('time for its conversion', wallSeconds, 'seconds');
  const said = `${output}\n${thrown.stderr}`.replaceAll(`${folder}${path.sep}`, '');
  if (/\bDRM/u.test(said)) {
    return new AudiobookError('book-drm', 'The book is protected (DRM) and cannot be converted.', { cause: thrown });
  }
  const [last] = said
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-1);
  return damaged(last === undefined ? thrown.message : messageText(last), thrown);
}

function damaged(reason: string, cause?: unknown): AudiobookError {
  return new AudiobookError('book-damaged', `ebook-convert cannot convert the book: ${reason.replace(/\.$/u, '')}.`, {
    cause,
  });
}
