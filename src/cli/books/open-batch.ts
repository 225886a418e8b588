import { invalidValue } from '../../core/errors.ts';
import { exists } from '../../core/files/exists.ts';
import { isFolder } from '../../core/files/is-folder.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { ConversionTools } from '../../pipeline/conversion.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import type { BookSource } from '../../pipeline/read/book-source.ts';
import { sourceSha256 } from '../../pipeline/read/book-source.ts';
import type { ProcessContext } from '../process-context.ts';
import { openProgressView } from '../view/open-progress-view.ts';
import type { RunOptions } from './book-request.ts';
import { openTools } from './convert-book.ts';
import { finishedBooks } from './finished-books.ts';

/** What the books of a run share: tools, and the names of their audiobooks. */
export interface Batch extends AsyncDisposable {
  readonly tools: ConversionTools;
  /** Folder for the audiobooks. */
  readonly folder: string;
  /** Returns the finished audiobook of a book. Only with `--skip-existing`. */
  finishedAs(book: BookSource): Promise<string | undefined>;
  /** Takes note of an audiobook that is finished. */
  keep(report: ConversionReport): void;
  /** Reports whether another book has an output. */
  isTaken(output: string, book: BookSource): boolean;
  take(output: string, book: BookSource): void;
  /** Shows what the tools report from now on: a view is closed with its book. */
  show(onProgress: ProgressListener): void;
}

/** Opens a batch, while showing what is waited for. Throws for a folder that is a file, and a provider or a tool that is missing. */
export async function openBatch(context: ProcessContext, options: RunOptions): Promise<Batch> {
  const folder = options.outFolder ?? context.workingFolder;
  if ((await exists(folder)) && !(await isFolder(folder)))
    throw invalidValue('output folder', folder, 'a folder, not a file');
  const view = await openProgressView(context, options);
  try {
    let show = view.onProgress;
    const tools = await openTools(context, options, { warn: view.warn, onProgress: (event) => show(event) });
    const depth = options.name?.parts.length ?? 1;
    const finished = options.skipExisting ? await finishedBooks(folder, depth) : new Map<string, string>();
    const taken = new Map<string, string>();
    return {
      tools,
      folder,
      async finishedAs(book) {
        if (!options.skipExisting) return undefined;
        const sha256 = await sourceSha256(book).catch(() => undefined);
        return sha256 === undefined ? undefined : finished.get(sha256);
      },
      keep: ({ complete, book, output }) => void (complete && finished.set(book.sha256, output)),
      isTaken: (output, { bookFile }) => (taken.get(comparable(output)) ?? bookFile) !== bookFile,
      take: (output, { bookFile }) => void taken.set(comparable(output), bookFile),
      show: (onProgress) => void (show = onProgress),
      [Symbol.asyncDispose]: async () => await tools[Symbol.asyncDispose](),
    };
  } finally {
    view.close();
  }
}

/** File systems may not distinguish capitals or compositions of letters. */
function comparable(file: string): string {
  return file.normalize('NFC').toLowerCase();
}
