import pLimit from 'p-limit';
import { readObject } from '../../storage/read-object.ts';
import type { Storage } from '../../storage/storage.ts';
import { decoded, placeOf } from './store.ts';
import type { Sort, Store } from './store.ts';

/** Where and how results of a sort are shared. */
export interface Sharing<Value> {
  readonly sort: Sort<Value>;
  readonly storage: Storage;
  readonly signal: AbortSignal;
}

/** More than ten minutes at 48 kHz, longer than any segment. What is larger is damaged. */
const maxBytes = 64 << 20;

/** Keys that are remembered to be in the storage. For others it is asked again, which costs a request. */
const maxKnown = 20_000;

const requestsAtOnce = 32;

/** Time for what is still removed after a run was canceled, in milliseconds. */
const removalMs = 15_000;

/**
 * Returns a store that several machines share, with the store of this machine in front. Keys say what a result is, so what is in
 * front is never stale. What only this machine has is given to the others when it is read. Methods throw what `Storage` throws:
 * speech that is kept there is not paid for again because the storage does not answer for a while.
 */
export function sharedStore<Value>(
  own: Store<Value>,
  { warn, ...sharing }: Sharing<Value> & { readonly warn: (message: string) => void },
): Store<Value> {
  const { sort, storage, signal } = sharing;
  const known = new Set<string>();
  const remember = (key: string): void => {
    if (known.size >= maxKnown) known.clear();
    known.add(key);
  };
  /** Of two machines that made the same result, the first is read by all others. */
  const put = async (key: string, value: Value): Promise<void> => {
    await storage.putNew(placeOf(sort, key), Buffer.from(await sort.encode(value)), signal);
    remember(key);
  };
  let lastMoments: AbortSignal | undefined;
  return {
    folder: own.folder,
    ...sharedLookup(own, sharing),
    async read(key) {
      const here = await own.read(key);
      if (here === undefined) {
        const value = await fetched(key, sharing);
        if (value === undefined) return undefined;
        await own.write(key, value);
        remember(key);
        return value;
      }
      if (!known.has(key)) {
        if (await isShared(key, sharing)) remember(key);
        else await put(key, here);
      }
      return here;
    },
    /** The own store comes first: what was paid for is kept also when the storage fails. */
    async write(key, value) {
      // A better result takes the place of what others would read.
      if ((await own.stored([key])).has(key)) await storage.remove(placeOf(sort, key), signal);
      await own.write(key, value);
      await put(key, value);
    },
    async remove(key) {
      known.delete(key);
      await own.remove(key);
      if (signal.aborted) lastMoments ??= AbortSignal.timeout(removalMs);
      try {
        await storage.remove(placeOf(sort, key), lastMoments ?? signal);
      } catch {
        warn(`Speech that may be wrong could not be removed from the storage ${storage.address}.`);
      }
    },
  };
}

/** Returns a lookup on this machine and in the storage. */
export function sharedLookup<Value>(
  own: Pick<Store<Value>, 'stored'>,
  sharing: Sharing<Value>,
): Pick<Store<Value>, 'stored'> {
  return {
    async stored(keys) {
      const here = await own.stored(keys);
      const others = keys.filter((key) => !here.has(key));
      const limit = pLimit(requestsAtOnce);
      try {
        const answers = await limit.map(others, async (key) => await isShared(key, sharing));
        return new Set([...here, ...others.filter((_, index) => answers[index])]);
      } finally {
        // A storage that does not answer is not asked for the rest.
        limit.clearQueue();
      }
    },
  };
}

async function isShared<Value>(key: string, { sort, storage, signal }: Sharing<Value>): Promise<boolean> {
  return (await storage.stat(placeOf(sort, key), signal)) !== undefined;
}

async function fetched<Value>(key: string, { sort, storage, signal }: Sharing<Value>): Promise<Value | undefined> {
  const place = placeOf(sort, key);
  const bytes = await readObject(storage, place, { signal, maxBytes });
  const value = bytes && (await decoded(sort, bytes));
  if (bytes && value === undefined) await storage.remove(place, signal);
  return value;
}
