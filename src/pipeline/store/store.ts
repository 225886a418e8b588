import type { z } from 'zod';
import { parseJson } from '../../core/http/parse-json.ts';

/** Results of one sort, each kept under a key: a hash, in hexadecimal digits, of everything that shapes it and of nothing else. */
export interface Store<Value> {
  /** Folder of the store on this machine, with the results of all sorts. */
  readonly folder: string;
  /** Returns those of the keys that are kept, without looking into their files. */
  stored(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns what is kept, or undefined. A damaged file is removed and counts as absent. */
  read(key: string): Promise<Value | undefined>;
  /** Keeps a result; its file is complete or absent. Throws `output-failed` when it cannot be written. */
  write(key: string, value: Value): Promise<void>;
  /** Removes a result, if it is kept. */
  remove(key: string): Promise<void>;
}

/** The sorts of results that are kept. */
export const sortNames = ['speech', 'hearings', 'voices', 'answers', 'books', 'downloads'] as const;

export type SortName = (typeof sortNames)[number];

/** What the names of files end in, so that other programs open them. */
const endings: Readonly<Record<SortName, string>> = {
  speech: '.flac',
  hearings: '.json',
  voices: '.json',
  answers: '.json',
  books: '.book',
  downloads: '.download',
};

/** A sort of results: what shape their files have. */
export interface Sort<Value> {
  readonly name: SortName;
  /** Raise it when what earlier versions kept cannot be used. */
  readonly version: number;
  readonly encode: (value: Value) => string | Uint8Array | Promise<Uint8Array>;
  /** Returns undefined or throws for a damaged file. */
  readonly decode: (bytes: Buffer) => Value | undefined | Promise<Value | undefined>;
  /** Size of all results of the sort, in bytes. The least recently used are removed beyond it. Default: that of the store. */
  readonly maxBytes?: number | undefined;
  /** Whether only the user can read them. Default: `false`. */
  readonly isPrivate?: boolean | undefined;
}

/** A sort whose results are too large for memory: written as they are read, and read in part. */
export interface FileSort<Value> extends Omit<Sort<Value>, 'encode' | 'decode'> {
  readonly encode: (value: Value) => AsyncIterable<Uint8Array>;
  /** Returns undefined or throws for a damaged file, and throws without one. */
  readonly decodeFile: (file: string) => Promise<Value | undefined>;
}

/** Returns where a result is kept, in a folder and in a storage: `speech/1/ab/cdef….flac`. */
export function placeOf({ name, version }: Pick<Sort<unknown>, 'name' | 'version'>, key: string): string {
  return `${name}/${version}/${key.slice(0, 2)}/${key.slice(2)}${endings[name]}`;
}

/** Returns what the bytes of a file hold, or undefined for a damaged one. */
export async function decoded<Value>({ decode }: Sort<Value>, bytes: Buffer): Promise<Value | undefined> {
  try {
    return await decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns a sort of results that are kept as JSON. */
export function jsonSort<Value>(name: SortName, version: number, schema: z.ZodType<Value>): Sort<Value> {
  return {
    name,
    version,
    encode: (value) => JSON.stringify(value),
    decode: (bytes) => schema.safeParse(parseJson(bytes.toString())).data,
  };
}
