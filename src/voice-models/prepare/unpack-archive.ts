import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ParsedTarEntry } from 'modern-tar';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { outputError } from '../../core/files/output-error.ts';
import type { ModelArchive } from '../voice-model.ts';

const maxEntries = 5000;

/**
 * Takes the files of a model out of its archive, and nothing else. Throws `download-failed` when the archive holds a link, a
 * device or a path that leads out of it, is larger than the catalogue allows, is damaged, or lacks a file; what was written
 * until then stays in the folder.
 */
export async function unpackArchive(
  file: string,
  archive: ModelArchive,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const targets = new Map(Object.entries(archive.members).map(([target, name]) => [name, target]));
  let count = 0;
  try {
    for await (const { header, body } of await openEntries(file, archive.maxUnpackedBytes, signal)) {
      throwIfCanceled(signal);
      requireHarmless(header);
      count += 1;
      if (count > maxEntries) throw unfit(`it has more than ${maxEntries} entries`);
      const name = header.name.replace(/^\.\//u, '');
      const target = header.type === 'directory' ? undefined : targets.get(name);
      if (target === undefined) {
        await body.cancel();
        continue;
      }
      targets.delete(name);
      await writeMember(body, path.join(folder, target));
    }
  } catch (thrown) {
    throwIfCanceled(signal);
    if (thrown instanceof AudiobookError) throw thrown;
    throw unfit('it is damaged', thrown);
  }
  const [lacking] = targets.keys();
  if (lacking !== undefined) throw unfit(`it lacks ${lacking}`);
}

/** The libraries are loaded when an archive is unpacked. */
async function openEntries(
  file: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<AsyncIterable<ParsedTarEntry>> {
  const [{ createTarDecoder }, { default: unbzip2 }] = await Promise.all([
    import('modern-tar'),
    import('unbzip2-stream'),
  ]);
  const { readable, writable } = createTarDecoder({ strict: true });
  const unpacking = pipeline(createReadStream(file), unbzip2(), limitTo(maxBytes), Writable.fromWeb(writable), {
    signal,
  });
  // The failure reaches the reader through the stream.
  unpacking.catch(() => undefined);
  return Readable.fromWeb(readable, { objectMode: true });
}

function limitTo(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(unfit(`it unpacks to more than ${maxBytes} bytes`));
      else done(undefined, chunk);
    },
  });
}

function requireHarmless({ name, type = 'file', linkname }: ParsedTarEntry['header']): void {
  if (type !== 'file' && type !== 'directory') throw unfit(`its entry ${name} is a ${type}`);
  const steps = name.split('/');
  const isInside = !path.posix.isAbsolute(name) && !steps.includes('..') && !/[\\\0]|^[a-z]:/iu.test(name);
  if (!isInside || (linkname !== undefined && linkname !== '')) throw unfit(`its entry ${name} leads out of it`);
}

async function writeMember(body: ReadableStream<Uint8Array>, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const out = createWriteStream(target, { flags: 'wx' });
  let failure: unknown;
  out.once('error', (thrown) => (failure = thrown));
  await pipeline(body, out).catch((thrown: unknown) => {
    throw failure === undefined ? thrown : outputError(failure, target);
  });
}

function unfit(reason: string, cause?: unknown): AudiobookError {
  return new AudiobookError('download-failed', `The archive is not used: ${reason}.`, { cause });
}
