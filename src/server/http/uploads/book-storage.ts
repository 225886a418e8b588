import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
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
  /** Whether a cover image was sent. */
  cover?: boolean;
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

/** Returns the storage of a form: it writes the book under its sanitized name and computes its digest. */
export function bookStorage(
  stored: StoredFiles,
  { paths, signal, onFile, onWrite }: BookStorageOptions,
): multer.StorageEngine {
  const store = async (file: Express.Multer.File): Promise<object> => {
    await onFile?.();
    signal.throwIfAborted();
    if (file.fieldname === 'cover') {
      await pipeline(file.stream, limited(maxCoverBytes), createWriteStream(paths.cover, flushed), { signal });
      stored.cover = true;
      return {};
    }
    const name = uploadName(file.originalname);
    const hash = createHash('sha256');
    const counter = digesting(hash);
    const target = createWriteStream(path.join(paths.upload, name), flushed);
    await pipeline(file.stream, counter.stream, target, { signal });
    stored.book = { upload: { name, bytes: counter.bytes() }, sha256: hash.digest('hex') };
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

/** Passes at most `maxBytes` on and fails beyond. */
function limited(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const tooMuch = new RequestError(
        'upload-too-large',
        `The cover is too large. The limit is ${maxBytes / 1e6} MB.`,
      );
      if (bytes > maxBytes) done(tooMuch);
      else done(undefined, chunk);
    },
  });
}

function digesting(hash: Hash): { readonly stream: Transform; readonly bytes: () => number } {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(undefined, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}

/** Returns the last part of an uploaded name, which may have the separators of any system. */
function uploadName(name: string): string {
  return nameOfFile(name.split(/[/\\]/u).at(-1) ?? '') || 'book';
}
