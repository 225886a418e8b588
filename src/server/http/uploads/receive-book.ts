import type { Request, Response } from 'express';
import multer from 'multer';
import { bookKinds } from '../../../core/book.ts';
import { systemCode } from '../../../core/errors.ts';
import { hasRoom } from '../../jobs/local/disk-room.ts';
import { jobPaths, makeJobFolders, newJobId, removeJobFolder } from '../../jobs/job-paths.ts';
import type { JobPaths } from '../../jobs/job-paths.ts';
import { RequestError } from '../../errors/request-error.ts';
import type { Limits } from '../../server-settings.ts';
import type { Service } from '../service.ts';
import { fetchInto } from './fetch-into.ts';
import type { FetchInto } from './fetch-into.ts';
import { bookStorage } from './book-storage.ts';
import type { BookStorageOptions, StoredBook, StoredFiles } from './book-storage.ts';
import { watchUpload } from './watch-upload.ts';

/** A form with a book or without one. Its files are in the folder of a future job. */
export interface ReceivedForm {
  readonly id: string;
  readonly paths: JobPaths;
  readonly book?: StoredBook | undefined;
  /** Whether a cover image was sent. */
  readonly cover: boolean;
  /** The digest of the cover image. */
  readonly coverSha256?: string | undefined;
  /** Unchecked values of the other form fields. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** An uploaded book, in the folder of its future job. */
export interface ReceivedBook extends Omit<ReceivedForm, 'book'>, StoredBook {}

type Receiver = Pick<Service, 'jobs' | 'limits' | 'uploads' | 'metrics' | 'settings'>;

/**
 * Receives the form with the book and writes the book to disk. Removes all files of a form that fails.
 * Throws `RequestError`: `wrong-media-type`, `upload-too-large`, `disk-full`, `too-slow`, `malformed`, `missing-field`, `busy`.
 */
export async function receiveBook(request: Request, response: Response, service: Receiver): Promise<ReceivedBook> {
  const { book, ...form } = await receive(request, response, service, { isRequired: true });
  if (!book) throw noFile();
  return { ...form, ...book };
}

/** Receives a form that may have a book, as `receiveBook` does, and no cover. Without a book, nothing is written to disk. */
export async function receiveOptionalBook(
  request: Request,
  response: Response,
  service: Receiver,
): Promise<ReceivedForm> {
  return await receive(request, response, service, { isRequired: false });
}

async function receive(
  request: Request,
  response: Response,
  { jobs, limits, uploads, metrics, settings }: Receiver,
  { isRequired }: Requirement,
): Promise<ReceivedForm> {
  const announced = announcedBytes(request, limits, { isRequired });
  const id = newJobId();
  const paths = jobPaths(jobs.folder, id);
  const prepare = async (): Promise<void> => {
    if (!(await hasRoom(jobs.folder, limits.freeBytes + announced))) throw diskFull();
    await makeJobFolders(paths);
  };
  try {
    if (isRequired) await prepare();
    if (request.headers.expect !== undefined) response.writeContinue();
    const onFile = isRequired ? undefined : prepare;
    const form = await uploads.run(async () => {
      const received = await receiveForm(request, response, { paths, limits, onFile });
      return await withFetched(received, { paths, limits, settings, response, onFile });
    });
    if (isRequired && !form.book) throw noFile();
    metrics.countUpload(form.book?.upload.bytes ?? 0);
    return { id, paths, ...form };
  } catch (error) {
    await removeJobFolder(paths).catch(() => undefined);
    throw storageError(error);
  }
}

type Form = Omit<ReceivedForm, 'id' | 'paths'>;

/** Returns a form whose book is fetched from the address in the field `url`, when it has one. */
async function withFetched(
  form: Form,
  { onFile, ...into }: FetchInto & Pick<BookStorageOptions, 'onFile'>,
): Promise<Form> {
  const { url, ...fields } = form.fields;
  if (typeof url !== 'string' || url === '') return form;
  if (form.book)
    throw new RequestError('malformed', "Send the book in the field 'file' or its address in 'url', not both.");
  await onFile?.();
  return { ...form, fields, book: await fetchInto(url, into) };
}

interface Requirement {
  readonly isRequired: boolean;
}

/** Returns the length that the headers announce, or 0. Throws for headers that do not belong to a form with a book. */
function announcedBytes(request: Request, limits: Limits, { isRequired }: Requirement): number {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (isRequired && request.headers['content-type'] === undefined) throw noFile();
  if (!request.is('multipart/form-data')) {
    throw new RequestError(
      'wrong-media-type',
      "Invalid content type. Send a multipart/form-data form with the book in the field 'file'.",
    );
  }
  if (announced > limits.uploadBytes + formBytes) throw tooLarge(limits);
  return announced;
}

/** Allowance for everything in the form except the book. */
const formBytes = 1_000_000;

const maxFieldBytes = 4000;

/** Texts of files. The form has a limit of its own. */
const longFields = new Set(['lexicon', 'prompt', 'cast']);
const maxLongFieldBytes = 900_000;

interface FormOptions extends Omit<BookStorageOptions, 'signal' | 'onWrite'> {
  readonly limits: Limits;
}

async function receiveForm(request: Request, response: Response, { paths, limits, onFile }: FormOptions) {
  const stored: StoredFiles = {};
  const broken = new AbortController();
  const writes: Promise<unknown>[] = [];
  const onWrite = (write: Promise<unknown>): void => void writes.push(write);
  const watch = watchUpload(request, { ...limits, maxBytes: limits.uploadBytes + formBytes });
  const form = multer({
    storage: bookStorage(stored, { paths, onFile, onWrite, signal: broken.signal }),
    defParamCharset: 'utf8',
    preservePath: true,
    limits: {
      fileSize: limits.uploadBytes,
      files: 2,
      fields: 200,
      fieldSize: maxLongFieldBytes,
      fieldNameSize: 100,
      parts: 210,
    },
  }).fields([{ name: 'file', maxCount: 1 }, ...(onFile ? [] : [{ name: 'cover', maxCount: 1 }])]);
  try {
    await Promise.race([
      watch.broken,
      new Promise<void>((resolve, reject) => {
        form(request, response, (error: unknown) => (error === undefined ? resolve() : reject(asError(error, limits))));
      }),
    ]);
  } catch (error) {
    // A write that goes on would make files in a folder that is being removed.
    request.unpipe();
    broken.abort();
    await Promise.allSettled(writes);
    throw error;
  } finally {
    watch.stop();
  }
  const { book, coverSha256 } = stored;
  const fields: Readonly<Record<string, unknown>> = { ...request.body };
  for (const [name, value] of Object.entries(fields)) {
    if (!longFields.has(name) && [value].flat().some(isTooLong)) throw new RequestError('malformed', tooLong(name));
  }
  return { book, cover: coverSha256 !== undefined, coverSha256, fields };
}

function asError(error: unknown, limits: Limits): Error {
  if (error instanceof multer.MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') return tooLarge(limits);
    return new RequestError('malformed', multerDetail(error));
  }
  if (error instanceof RequestError) return error;
  if (!(error instanceof Error)) return new Error('The upload failed.', { cause: error });
  if ('syscall' in error) return error;
  return new RequestError('malformed', 'The multipart form is broken or incomplete.');
}

function isTooLong(value: unknown): boolean {
  return typeof value === 'string' && Buffer.byteLength(value) > maxFieldBytes;
}

function tooLong(field: string): string {
  return `Field '${field.slice(0, 100)}' is too long.`;
}

function multerDetail({ code, field = '' }: multer.MulterError): string {
  const name = field.slice(0, 100);
  if (code === 'LIMIT_UNEXPECTED_FILE')
    return `Unexpected file in field '${name}'. Send the book in the field 'file', and an image in the field 'cover' if it should have another cover.`;
  if (code === 'LIMIT_FILE_COUNT')
    return "Too many files. Send the book in the field 'file', and an image in the field 'cover' if it should have another cover.";
  if (code === 'LIMIT_FIELD_VALUE') return tooLong(name);
  return 'The form has too many fields, or their names are too long.';
}

function noFile(): RequestError {
  return new RequestError('missing-field', `Field 'file' is missing. Send an ${bookKinds} file.`);
}

function tooLarge({ uploadBytes }: Limits): RequestError {
  return new RequestError('upload-too-large', `The upload is too large. The limit is ${uploadBytes / 1e6} MB.`);
}

/** Returns `disk-full` for a disk that takes no files: full, read-only, broken or of another user. */
function storageError(error: unknown): unknown {
  const code = systemCode(error) ?? '';
  if (['ENOSPC', 'EDQUOT'].includes(code)) return diskFull();
  if (!['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOENT', 'ENOTDIR'].includes(code)) return error;
  return new RequestError('disk-full', `The service cannot write to its disk (${code}). Try again later.`);
}

function diskFull(): RequestError {
  return new RequestError('disk-full', 'The service does not have enough disk space for another book.');
}
