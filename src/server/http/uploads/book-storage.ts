import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import type multer from 'multer';
import { nameOfFile } from '../../../core/file-name.ts';
import { RequestError } from '../../errors/request-error.ts';
import type { JobPaths } from '../../jobs/job-paths.ts';

/** The book of a form, on disk. */
export interface StoredBook {
  readonly upload: { readonly name: string; readonly bytes: number };
  readonly sha256: string;
}

/** The files of a form, as far as they are written. */
export interface StoredFiles {
  book?: StoredBook;
  /** The digest of the cover image. */
  coverSha256?: string;
}

/** Options of `bookStorage`. */
export interface BookStorageOptions {
  readonly paths: JobPaths;
  /** Ends the writes. */
  readonly signal: AbortSignal;
  /** Called before a file is written. */
  readonly onFile?: (() => Promise<void>) | undefined;
  /** Receives each write of a file, which ends after the signal, and before the folder can be removed. */
  readonly onWrite: (write: Promise<unknown>) => void;
}

/** Returns the storage of a form: it writes the book under its sanitized name and computes the digests of its files. */
export function bookStorage(
  stored: StoredFiles,
  { paths, signal, onFile, onWrite }: BookStorageOptions,
): multer.StorageEngine {
  const store = async (file: Express.Multer.File): Promise<object> => {
    await onFile?.();
    signal.throwIfAborted();
    const isCover = file.fieldname === 'cover';
    const name = uploadName(file.originalname);
    const counter = digesting(isCover ? maxCoverBytes : undefined);
    const target = isCover ? paths.cover : path.join(paths.upload, name);
    await pipeline(file.stream, counter.stream, createWriteStream(target, flushed), { signal });
    if (isCover) stored.coverSha256 = counter.sha256();
    else stored.book = { upload: { name, bytes: counter.bytes() }, sha256: counter.sha256() };
    return {};
  };
  const write = async (file: Express.Multer.File): Promise<object> => {
    const writing = store(file);
    onWrite(writing);
    return await writing;
  };
  return {
    _handleFile: (_request, file, done) => callbackify(write)(file, done),
    // The caller removes the whole folder.
    _removeFile: (_request, _file, done) => done(null),
  };
}

/** A job that was accepted survives a power cut, so its book must be on the disk, too. */
const flushed = { mode: 0o600, flush: true } as const;

const maxCoverBytes = 20_000_000;

/** A stream that counts and digests what it passes on. */
interface Counter {
  readonly stream: Transform;
  readonly bytes: () => number;
  /** To be called once, at the end. */
  readonly sha256: () => string;
}

/** Fails with `upload-too-large` beyond `maxBytes`. The book needs no limit here: the form has it. */
function digesting(maxBytes = Number.POSITIVE_INFINITY): Counter {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        const detail = `The cover is too large. The limit is ${maxBytes / 1e6} MB.`;
        done(new RequestError('upload-too-large', detail));
        return;
      }
      hash.update(chunk);
      done(undefined, chunk);
    },
  });
  return { stream, bytes: () => bytes, sha256: () => hash.digest('hex') };
}

/** Returns the last part of an uploaded name, which may have the separators of any system. */
function uploadName(name: string): string {
  return nameOfFile(name.split(/[/\\]/u).at(-1) ?? '') || 'book';
}
