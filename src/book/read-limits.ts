import { AudiobookError } from '../core/errors.ts';

/** Limits that protect against hostile books; a book over a limit is refused. */
export interface ReadLimits {
  /** Unpacked bytes of one text document. */
  readonly documentBytes: number;
  /** Unpacked bytes of all files that are read. */
  readonly totalBytes: number;
  /** Bytes of a file that is read as a whole. */
  readonly fileBytes: number;
  /** Files in the archive. */
  readonly entries: number;
  /** Documents in the reading order. */
  readonly spineItems: number;
  /** Depth of nested elements. */
  readonly nesting: number;
  /** Elements in one document. */
  readonly elements: number;
  /** Bytes of the cover image; a larger one is ignored with a warning. */
  readonly coverBytes: number;
  readonly pdfPages: number;
  /** Processor time for the whole book; with text recognition, from each page to the next. */
  readonly seconds: number;
  /** Time on the clock, counted in the same way, for a process that waits without computing. */
  readonly wallSeconds: number;
  /** Memory of the reading process, in megabytes. */
  readonly memoryMegabytes: number;
}

/** Default limits. The largest of 56 real books had 2,020 files, 36 MB unpacked and a document of 2.1 MB. */
const defaultLimits: ReadLimits = {
  documentBytes: 20_000_000,
  totalBytes: 400_000_000,
  fileBytes: 100_000_000,
  entries: 20_000,
  spineItems: 10_000,
  nesting: 500,
  elements: 300_000,
  coverBytes: 30_000_000,
  pdfPages: 5000,
  seconds: 120,
  // With 16 programs at work on 2 cores, reading takes 8 times its processor time.
  wallSeconds: 1800,
  memoryMegabytes: 480,
};

/** Text recognition renders pages: up to 50 million pixels of a decoded image and 25 million of the page. */
const ocrLimits: Partial<ReadLimits> = { memoryMegabytes: 1500 };

/** Returns all limits: the given ones, and defaults for the others. */
export function limitsOf(choices: {
  readonly ocr?: boolean | undefined;
  readonly limits?: Partial<ReadLimits> | undefined;
}): ReadLimits {
  return { ...defaultLimits, ...(choices.ocr && ocrLimits), ...choices.limits };
}

/** Returns Node's arguments for the process that reads a book. Node 20 to 24 know all of them. */
export function readerArguments({ memoryMegabytes }: ReadLimits): string[] {
  return [
    `--max-old-space-size=${Math.round(memoryMegabytes * 0.8)}`,
    // The process lives for one book: memory is collected less often, and functions take less time to compile.
    '--max-semi-space-size=16',
    '--max-inlined-bytecode-size-cumulative=200',
  ];
}

/** Creates the `book-too-large` error for a limit and its value. */
export function tooLarge(name: string, limit: number, unit: string): AudiobookError {
  return new AudiobookError(
    'book-too-large',
    `The book exceeds a limit: ${name}, at most ${limit.toLocaleString('en')} ${unit}.`,
  );
}
