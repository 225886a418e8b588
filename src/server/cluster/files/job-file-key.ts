/** Names that stand in a key as they are. All others begin with `_`. */
const plainName = /^[a-z0-9-][a-z0-9.-]{0,199}$/u;

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns the folder of a job in the storage; without an id, that of all jobs. */
export function jobFolderKey(id: string): string {
  return id === '' ? jobsFolder : `${jobsFolder}${id}/`;
}

const jobsFolder = 'jobs/';

/** Folder of the copies of records in the storage. */
export const recordsFolder = 'records/';

/** Returns the key of the copy of a record. */
export function recordKey(id: string): string {
  return `${recordsFolder}${id}.json`;
}

/**
 * Returns the key of a file of a job. `file` is its path in the folder of the job (`JobPaths`), with `/`. A storage takes lower-case
 * letters without accents only, so other names are written in base 32.
 */
export function jobFileKey(id: string, file: string): string {
  return jobFolderKey(id) + file.split('/').map(encodeName).join('/');
}

/** Returns the path of a file in the folder of its job. Throws an `Error` for a key that `jobFileKey` did not make. */
export function fileOfKey(id: string, key: string): string {
  const folder = jobFolderKey(id);
  if (!key.startsWith(folder)) throw new Error(`Not a file of the job ${id}: '${key}'.`);
  return key.slice(folder.length).split('/').map(decodeName).join('/');
}

/** Returns the job and the path of the file that a key stands for, or undefined for any other key. */
export function parseKey(key: string): { readonly id: string; readonly file: string } | undefined {
  const [, id] = /^jobs\/([0-9a-f-]{36})\//u.exec(key) ?? [];
  try {
    return id === undefined ? undefined : { id, file: fileOfKey(id, key) };
  } catch {
    return undefined;
  }
}

function encodeName(name: string): string {
  if (plainName.test(name)) return name;
  let bits = '';
  for (const byte of Buffer.from(name, 'utf8')) bits += byte.toString(2).padStart(8, '0');
  const digits = bits.match(/.{1,5}/gu) ?? [];
  return `_${digits.map((digit) => alphabet.charAt(Number.parseInt(digit.padEnd(5, '0'), 2))).join('')}`;
}

function decodeName(name: string): string {
  if (!name.startsWith('_')) return name;
  const bits = name.slice(1).replaceAll(/./gu, (digit) => alphabet.indexOf(digit).toString(2).padStart(5, '0'));
  const bytes = (bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2));
  const text = Buffer.from(bytes).toString('utf8');
  // The storage is written by others, too: a name must not lead out of the folder.
  if (/^\.{0,2}$|[/\\\0]/u.test(text)) throw new Error(`Not the name of a file: '${name}'.`);
  return text;
}
