import { createHash } from 'node:crypto';

/** Longest name of a part of a key. A key has at most four, and 500 characters. */
const maxNameLength = 120;

/** Returns the folder of the objects of a job. */
export function jobFolderKey(id: string): string {
  return `jobs/${id}/`;
}

/** Returns the key of a file of a job. `file` is its path in the folder of the job, with `/`. */
export function objectKey(id: string, file: string): string {
  return jobFolderKey(id) + file.split('/').map(encodeName).join('/');
}

/**
 * Returns the path of a file of a job in its folder, or undefined for a key that has not all of its name. The names that this
 * program gives are short.
 */
export function fileOfKey(id: string, key: string): string | undefined {
  const names = key.slice(jobFolderKey(id).length).split('/').map(decodeName);
  return names.includes(undefined) ? undefined : names.join('/');
}

/** Keys have lower-case letters, digits, `.`, `-` and `_`. All other bytes are written as `_` and two hexadecimal digits. */
function encodeName(name: string): string {
  const encoded = Array.from(Buffer.from(name), (byte, at) => {
    const character = String.fromCodePoint(byte);
    const isPlain = /[a-z0-9-]/u.test(character) || (character === '.' && at > 0);
    return isPlain ? character : `_${byte.toString(16).padStart(2, '0')}`;
  }).join('');
  if (encoded.length <= maxNameLength) return encoded;
  return `__${createHash('sha256').update(name).digest('hex')}`;
}

function decodeName(name: string): string | undefined {
  if (name.startsWith('__')) return undefined;
  const bytes = Array.from(name.matchAll(/_([0-9a-f]{2})|[^_]/gu), ([character, digits]) =>
    digits === undefined ? (character.codePointAt(0) ?? 0) : Number.parseInt(digits, 16),
  );
  return Buffer.from(bytes).toString('utf8');
}
