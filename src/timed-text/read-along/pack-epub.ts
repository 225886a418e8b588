import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** A file inside an EPUB: its content, or the path of a file to copy. */
export type EpubEntry =
  | { readonly name: string; readonly content: string | Uint8Array; readonly file?: never }
  | { readonly name: string; readonly content?: never; readonly file: string };

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

/** The same for every book, so that the same book gives the same bytes. */
const entryOptions = { mtime: new Date(2000, 0, 1, 12), mode: 0o100_644, forceDosTimestamp: true };

/**
 * Packs an EPUB (OCF 3.3). `mimetype` comes first and uncompressed. Copied files are uncompressed, too, because audio does not
 * get smaller. The package document must be `OEBPS/package.opf`.
 */
export async function packEpub(entries: readonly EpubEntry[], target: string, signal: AbortSignal): Promise<void> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { ...entryOptions, compress: false });
  zip.addBuffer(Buffer.from(container), 'META-INF/container.xml', entryOptions);
  for (const { name, content, file } of entries) {
    if (file === undefined) zip.addBuffer(Buffer.from(content), name, entryOptions);
    else zip.addFile(file, name, { ...entryOptions, compress: false });
  }
  zip.end();
  const stop = new AbortController();
  zip.on('error', (error: unknown) => stop.abort(error));
  try {
    await pipeline(zip.outputStream, createWriteStream(target), { signal: AbortSignal.any([signal, stop.signal]) });
  } catch (thrown) {
    throw stop.signal.aborted ? stop.signal.reason : thrown;
  }
}
