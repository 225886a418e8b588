import { readFileSync } from 'node:fs';

/** A sentence of a book, and how it is read aloud. */
export type Pair = readonly [written: string, spoken: string];

/** Reads the pairs of a language, written by hand, from a file with lines `written ⇒ spoken`. */
export function readPairs(name: string): readonly Pair[] {
  return readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.includes(' ⇒'))
    .map((line) => {
      const [written = '', spoken = ''] = line.split(/ ⇒ ?/u);
      return [written, spoken];
    });
}
