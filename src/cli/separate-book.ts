import type { Option, OptionGroup } from '../pipeline/options/option.ts';
import { flagNames } from './tables/flag-names.ts';

/**
 * Returns the words of a command line with the book in front when an option that takes several values has swallowed it:
 * `--meta year=1813 book.epub` becomes `book.epub --meta year=1813`. Other command lines are returned unchanged.
 */
export function separateBook(given: readonly string[], options: OptionGroup): readonly string[] {
  const words = withBareValues(given, options);
  const values = new Map(Object.values(options).flatMap(({ flag = '' }) => flagNames(flag)));
  let swallowed: number | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) return words; // The book is where it belongs.
    const kind = values.get(word);
    if (kind === 'one' || kind === 'optional') at += 1;
    if (kind !== 'several') continue;
    const last = lastValue(words, at);
    if (last > at + 1) swallowed = last;
    at = last;
  }
  return swallowed === undefined ? words : [words[swallowed] ?? '', ...words.toSpliced(swallowed, 1)];
}

/** Gives flags with an optional value that is not there its default, so that none takes the book for it. */
function withBareValues(words: readonly string[], options: OptionGroup): readonly string[] {
  const optional = Object.values<Option>(options).filter(({ flag = '' }) => flag.includes('['));
  return words.map((word, at) => {
    const option = optional.find(({ flag = '' }) => flag.split(' ').includes(word));
    const isGiven = option?.schema.safeParse(words[at + 1]).success;
    return option?.bareValue === undefined || isGiven ? word : `${word}=${option.bareValue}`;
  });
}

/** Returns the index of the last value of the option at `flag`, or of the option itself when it has none. */
function lastValue(words: readonly string[], flag: number): number {
  const next = words.findIndex((word, at) => at > flag && word.startsWith('-'));
  return (next === -1 ? words.length : next) - 1;
}
