import { readFileSync } from 'node:fs';

/** A sentence of a book, and how it is read aloud. */
export type Pair = readonly [written: string, spoken: string];

/** Languages that are read aloud, with their file of pairs and the least number that it must have. */
export const pairFiles = {
  en: { file: 'english', least: 500 },
  de: { file: 'german', least: 300 },
  fr: { file: 'french', least: 300 },
  es: { file: 'spanish', least: 300 },
  it: { file: 'italian', least: 300 },
  pt: { file: 'portuguese', least: 80 },
  nl: { file: 'dutch', least: 80 },
  pl: { file: 'polish', least: 80 },
  ru: { file: 'russian', least: 80 },
  uk: { file: 'ukrainian', least: 80 },
  sv: { file: 'swedish', least: 80 },
  da: { file: 'danish', least: 80 },
  no: { file: 'norwegian', least: 80 },
  cs: { file: 'czech', least: 80 },
  tr: { file: 'turkish', least: 80 },
} as const;

/** The code of a language that has pairs. */
export type PairLanguage = keyof typeof pairFiles;

export const pairLanguages = Object.keys(pairFiles) as readonly PairLanguage[];

/** Languages with rules of their own, which leave no digit as it is. */
export const wholeLanguages = ['de', 'en', 'es', 'fr', 'it'] as const;

/** Reads the pairs of a language, written by hand, from a file with lines `written ⇒ spoken`. */
export function readPairs(language: PairLanguage): readonly Pair[] {
  return readFileSync(new URL(`${pairFiles[language].file}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.includes(' ⇒'))
    .map((line) => {
      const [written = '', spoken = ''] = line.split(/ ⇒ ?/u);
      return [written, spoken];
    });
}
