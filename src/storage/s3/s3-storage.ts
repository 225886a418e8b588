import { createHash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { untilAborted } from '../../core/deadline.ts';
import { throwIfCanceled } from '../../core/errors.ts';
import type { RetryNotice } from '../../core/retry.ts';
import type { Settings } from '../../core/settings.ts';
import { hashed } from '../hashed.ts';
import { requireFolderKey, requireKey } from '../storage.ts';
import type { ObjectInfo, OpenObject, OpenOptions, PutObject, Storage } from '../storage.ts';
import { createS3Client, loadS3Packages, usualS3Limits } from './s3-client.ts';
import type { S3Limits, S3Packages } from './s3-client.ts';
import { bucketMissing, isAbsent, isAfterEnd, isConflict, isTaken, isUnsupported, s3Failure } from './s3-failure.ts';

/** Size of the parts of an upload, in bytes. S3 takes 10,000 of them. */
const partSize = 8 << 20;

/** Options of `s3Storage`. */
export interface S3StorageOptions {
  readonly bucket: string;
  /** Begins the keys of all objects. Empty, or with a `/` at its end. */
  readonly prefix: string;
  readonly address: string;
  readonly settings: Settings;
  /** Called when a request failed and is sent again. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  readonly limits?: S3Limits | undefined;
}

/** Returns the storage in a bucket. Throws `tool-missing` without the packages for S3, and `bad-value` for a bad setting. */
export async function s3Storage({ limits = usualS3Limits, ...options }: S3StorageOptions): Promise<Storage> {
  const packages = await loadS3Packages();
  const client = createS3Client(packages, { ...options, limits });
  const storage = new S3Storage(packages, client, options);
  return {
    address: options.address,
    check: (signal) => storage.run(signal, () => storage.check(signal)),
    put: (key, content, signal) => storage.run(signal, () => storage.put(key, content, signal), content),
    putNew: (key, content, signal) => storage.run(signal, () => storage.putNew(key, content, signal)),
    open: (key, given) => storage.run(given.signal, () => storage.open(key, given)),
    stat: (key, signal) => storage.run(signal, () => storage.stat(key, signal)),
    list: (folder, signal) => storage.list(folder, signal),
    remove: (key, signal) => storage.run(signal, () => storage.remove(key, signal)),
    [Symbol.asyncDispose]: async () => client.destroy(),
  };
}

class S3Storage {
  readonly #packages: S3Packages;
  readonly #client: S3Client;
  readonly #place: Pick<S3StorageOptions, 'bucket' | 'prefix' | 'address'>;

  constructor(packages: S3Packages, client: S3Client, place: Pick<S3StorageOptions, 'bucket' | 'prefix' | 'address'>) {
    this.#packages = packages;
    this.#client = client;
    this.#place = place;
  }

  /** Runs an operation and maps its errors, except those of the stream that is to be stored. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>, source?: Uint8Array | Readable): Promise<T> {
    throwIfCanceled(signal);
    try {
      return await work();
    } catch (thrown) {
      if (!signal.aborted && source instanceof Readable && source.errored) throw source.errored;
      throw s3Failure(thrown, this.#place.address, signal);
    }
  }

  /** A request for one object does not distinguish a missing bucket from an empty one. */
  async check(signal: AbortSignal): Promise<void> {
    const { HeadBucketCommand } = this.#packages;
    const { bucket, address } = this.#place;
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: signal });
    } catch (thrown) {
      throw isAbsent(thrown) ? bucketMissing(address, thrown) : thrown;
    }
  }

  async put(key: string, given: Uint8Array | Readable, signal: AbortSignal): Promise<PutObject> {
    const { PutObjectCommand, Upload } = this.#packages;
    if (given instanceof Uint8Array) {
      await this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: given }), { abortSignal: signal });
      return { bytes: given.length, sha256: createHash('sha256').update(given).digest('hex') };
    }
    const { content, result } = hashed(addAbortSignal(signal, given));
    const Body = Readable.from(content, { objectMode: false });
    const upload = new Upload({ client: this.#client, params: { ...this.#at(key), Body }, partSize, queueSize: 2 });
    // The stream that ends makes the upload remove its parts.
    await untilAborted(upload.done(), signal);
    return result();
  }

  async putNew(key: string, content: Uint8Array, signal: AbortSignal, attempt = 1): Promise<boolean> {
    const { PutObjectCommand } = this.#packages;
    const input = { ...this.#at(key), Body: content };
    try {
      await this.#client.send(new PutObjectCommand({ ...input, IfNoneMatch: '*' }), { abortSignal: signal });
      return true;
    } catch (thrown) {
      if (isTaken(thrown)) return false;
      if (isConflict(thrown) && attempt < 3) return await this.putNew(key, content, signal, attempt + 1);
      if (!isUnsupported(thrown)) throw thrown;
    }
    if ((await this.stat(key, signal)) !== undefined) return false;
    await this.#client.send(new PutObjectCommand(input), { abortSignal: signal });
    return true;
  }

  async open(key: string, { signal, from = 0, to }: OpenOptions): Promise<OpenObject | undefined> {
    const { GetObjectCommand } = this.#packages;
    const Range = `bytes=${from}-${to === undefined ? '' : to - 1}`;
    const isWhole = from === 0 && to === undefined;
    const command = new GetObjectCommand({ ...this.#at(key), ...(!isWhole && { Range }) });
    try {
      return openObject(await this.#client.send(command, { abortSignal: signal }), signal);
    } catch (thrown) {
      if (isAbsent(thrown)) return undefined;
      if (!isAfterEnd(thrown)) throw thrown;
      const info = await this.stat(key, signal);
      return info && { bytes: info.bytes, content: Readable.from([]) };
    }
  }

  async stat(key: string, signal: AbortSignal): Promise<ObjectInfo | undefined> {
    const { HeadObjectCommand } = this.#packages;
    try {
      const found = await this.#client.send(new HeadObjectCommand(this.#at(key)), { abortSignal: signal });
      return { key, bytes: found.ContentLength ?? 0, changedMs: found.LastModified?.getTime() ?? 0 };
    } catch (thrown) {
      if (isAbsent(thrown)) return undefined;
      throw thrown;
    }
  }

  async *list(folder: string, signal: AbortSignal): AsyncGenerator<ObjectInfo> {
    requireFolderKey(folder);
    const { ListObjectsV2Command } = this.#packages;
    const { bucket, prefix } = this.#place;
    let next: string | undefined;
    do {
      const input = { Bucket: bucket, Prefix: prefix + folder, ContinuationToken: next };
      const page = await this.run(signal, () =>
        this.#client.send(new ListObjectsV2Command(input), { abortSignal: signal }),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        yield { key: Key.slice(prefix.length), bytes: Size, changedMs: LastModified?.getTime() ?? 0 };
      }
      next = page.NextContinuationToken;
    } while (next !== undefined);
  }

  async remove(key: string, signal: AbortSignal): Promise<void> {
    const { DeleteObjectCommand } = this.#packages;
    await this.#client.send(new DeleteObjectCommand(this.#at(key)), { abortSignal: signal });
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    requireKey(key);
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + key };
  }
}

function openObject(
  { Body, ContentRange = '', ContentLength, ETag }: GetObjectCommandOutput,
  signal: AbortSignal,
): OpenObject {
  if (!(Body instanceof Readable)) throw new Error('The store answered without content.');
  const total = /\/(\d+)$/u.exec(ContentRange)?.[1];
  return { bytes: Number(total ?? ContentLength), content: addAbortSignal(signal, Body), version: ETag };
}
