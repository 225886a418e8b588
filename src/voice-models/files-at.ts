import type { ModelFile } from './voice-model.ts';

/** Returns the files below an address. Each has its size in bytes and its SHA-256. */
export function filesAt(
  base: string,
  files: Readonly<Record<string, readonly [number, string]>>,
): readonly ModelFile[] {
  return Object.entries(files).map(([path, [bytes, sha256]]) => ({ path, url: base + path, bytes, sha256 }));
}
