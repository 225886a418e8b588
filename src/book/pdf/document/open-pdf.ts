import { createRequire } from 'node:module';
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AudiobookError, throwIfCanceled } from '../../../core/errors.ts';
import type { PdfOptions } from './pdf-options.ts';
import { pdfjsResources } from './pdfjs-resources.ts';

const defaultMaxPages = 5000;
/** Largest image that is decoded, in pixels. A page scanned at 600 dpi has 35 million. */
const maxImagePixels = 50_000_000;

/** An open PDF. Disposing of it frees its memory. */
export interface OpenPdf extends AsyncDisposable {
  readonly document: PDFDocumentProxy;
}

/**
 * Opens a PDF with everything disabled that could run code or reach the network.
 * Throws `book-password`, `book-damaged`, `book-too-large` or `canceled`.
 */
export async function openPdf(bytes: Uint8Array, options: PdfOptions): Promise<OpenPdf> {
  throwIfCanceled(options.signal);
  if (bytes.length === 0) throw new AudiobookError('book-damaged', 'The PDF is damaged: the file is empty.');
  const task = await load(bytes, options.password);
  const cancel = () => void task.destroy();
  options.signal.addEventListener('abort', cancel, { once: true });
  const close = async () => {
    options.signal.removeEventListener('abort', cancel);
    await task.destroy();
  };
  try {
    const document = await task.promise;
    checkPages(document.numPages, options.limits?.pdfPages ?? defaultMaxPages);
    return { document, [Symbol.asyncDispose]: close };
  } catch (thrown) {
    await close();
    throwIfCanceled(options.signal);
    throw toBookError(thrown, { triedPassword: options.password !== undefined });
  }
}

async function load(bytes: Uint8Array, password: string | undefined): Promise<PDFDocumentLoadingTask> {
  defineMissingCanvasGlobals();
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  return getDocument({
    // A copy, because PDF.js transfers the buffer, and a pooled Buffer shares its memory with other buffers.
    data: Uint8Array.from(bytes),
    password,
    ...pdfjsResources,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: maxImagePixels,
    stopAtErrors: false,
    verbosity: 0,
  });
}

function Placeholder(): void {}

/** PDF.js does not load without these globals. Only drawing uses them, which needs the optional canvas package anyway. */
function defineMissingCanvasGlobals(): void {
  try {
    createRequire(import.meta.url).resolve('@napi-rs/canvas');
  } catch {
    for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) {
      if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: Placeholder });
    }
  }
}

function checkPages(pages: number, limit: number): void {
  if (pages > limit) {
    throw new AudiobookError('book-too-large', `The PDF has ${pages} pages; the limit is ${limit} pages.`);
  }
}

function toBookError(thrown: unknown, { triedPassword }: { readonly triedPassword: boolean }): unknown {
  if (thrown instanceof AudiobookError) return thrown;
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'PasswordException') {
    const message = triedPassword
      ? 'The PDF is encrypted and the password is wrong. Give the correct one (--password).'
      : 'The PDF is encrypted. Give its password (--password).';
    return new AudiobookError('book-password', message, { cause: thrown });
  }
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return new AudiobookError('book-damaged', `The PDF is damaged and cannot be opened: ${detail}`, { cause: thrown });
}
