import { countEach } from '../../../core/collections/count-each.ts';
import { languages } from '../../../languages/languages.ts';
import type { PdfPage, Run } from './pdf-page.ts';
import { ligatureCodes } from './ligature-codes.ts';

/** Pages with the letters of ligatures that their fonts give no character, and warnings of words that stay damaged. */
export interface RestoredPages {
  readonly pages: readonly PdfPage[];
  readonly warnings: readonly string[];
}

/** Latin ligatures that fonts draw as one glyph. */
const ligatures = ['fi', 'fl', 'ff', 'ffi', 'ffl', 'ft', 'ti', 'tt', 'tti', 'fj'];
/** A character that stands for several glyphs: only the word says which. */
const anyGlyph = /[\0\uFFFD]/u;
const noCharacter = String.raw`\0-\x08\x0B-\x1F\x7F-\x9F\p{Co}\uFFFD`;
const unnamed = new RegExp(`[${noCharacter}]`, 'gu');
/** A sign or an accented capital between small letters is no spelling: `de®ne`, `acƟon`. */
const foreign = String.raw`[®¯ß]|(?![A-Z])\p{Lu}`;
const mark = String.raw`(?:[${noCharacter}]|(?:${foreign})(?=\p{Ll}))`;
const marked = new RegExp(String.raw`\p{Lu}?(?:[\p{Ll}\p{M}]|${mark})*${mark}(?:[\p{Ll}\p{M}]|${mark})*`, 'gu');
const marks = new RegExp(mark, 'gu');
const word = /[\p{L}\p{M}]+/gu;

/** Different words that must agree on what a character stands for; a single one can be chance. */
const minVotes = 2;
/** Letters beside the mark: `αx` of a formula has fewer. */
const minLetters = 3;

/**
 * Restores ligatures whose glyphs have no character, or a wrong one: by the codes of well-known fonts, and by the words of the book and
 * of its language that have the same letters. Says how many words stay damaged.
 */
export function restoreLigatures(pages: readonly PdfPage[]): RestoredPages {
  const damaged = countEach(matchesIn(pages, marked));
  if (damaged.size === 0 && seenWithout(pages) === 0) return { pages, warnings: [] };
  const known = new Set([...languageWords(), ...matchesIn(pages, word).map((one) => one.toLowerCase())]);
  const meanings = meaningsOf([...damaged.keys()], known);
  const restored = new Map([...damaged.keys()].map((one) => [one, restoredWord(one, meanings, known)]));
  const isLost = ([one]: readonly [string, number]): boolean => restored.get(one) === undefined && hasUnnamed(one);
  const lost = [...damaged].filter(isLost);
  const mended = mapTexts(pages, (text) => replaced(text, restored));
  const spaced = withLostSpaces(mended, known);
  const count = lost.reduce((sum, [, times]) => sum + times, 0);
  return { pages: spaced.pages, warnings: [...warningOf(count, lost[0]?.[0]), ...spaced.warnings] };
}

function replaced(text: string, restored: ReadonlyMap<string, string | undefined>): string {
  return text.replaceAll(marked, (one) => restored.get(one) ?? one);
}

function warningOf(count: number, example = ''): string[] {
  if (count === 0) return [];
  const [subject, verb] = count === 1 ? ['1 word', 'looks'] : [`${count} words`, 'look'];
  const shown = example.replaceAll(unnamed, '_');
  return [`${subject} of the PDF ${verb} damaged, such as “${shown}”: a font has no characters for some letters.`];
}

function hasUnnamed(text: string): boolean {
  return text.search(unnamed) !== -1 && lettersIn(text) >= minLetters;
}

function lettersIn(text: string): number {
  return text.replaceAll(marks, '').length;
}

/** Words that are written the same in any book: a book whose every `fi` is damaged has none itself. */
function languageWords(): string[] {
  return Object.values(languages).flatMap(({ commonWords, sentences, titles, speakers }) => {
    const lists = [
      commonWords,
      sentences?.starters,
      titles?.numbers,
      speakers?.verbs,
      ...Object.values(speakers?.tones ?? {}),
    ];
    return lists.flatMap((list) => list?.match(word) ?? []);
  });
}

/** Returns the ligatures that characters stand for, where enough words agree or the code is that of a well-known font. */
function meaningsOf(words: readonly string[], known: ReadonlySet<string>): ReadonlyMap<string, string> {
  const votes = new Map<string, Map<string, number>>();
  for (const one of words) {
    const own = [...new Set(one.match(marks))];
    if (own.length !== 1 || own[0] === undefined) continue;
    const counts = votes.get(own[0]) ?? new Map<string, number>();
    votes.set(own[0], counts);
    for (const fit of fitting(one, known)) counts.set(fit, (counts.get(fit) ?? 0) + 1);
  }
  const agreed = [...votes].flatMap(([code, counts]) => {
    const [best, next] = [...counts].toSorted(([, a], [, b]) => b - a);
    if (anyGlyph.test(code) || best === undefined || best[1] < minVotes) return [];
    return best[1] > 3 * (next?.[1] ?? 0) ? [[code, best[0]] as const] : [];
  });
  return new Map([...ligatureCodes(new Map(agreed), [...votes.keys()]), ...agreed]);
}

/** Returns the ligatures with which a damaged word is a known one. */
function fitting(text: string, known: ReadonlySet<string>): string[] {
  return ligatures.filter((one) => known.has(text.replaceAll(marks, one).toLowerCase()));
}

function restoredWord(
  text: string,
  meanings: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): string | undefined {
  const all = text.replaceAll(marks, (code) => meanings.get(code) ?? code);
  if (all.search(marks) === -1) return lettersIn(text) >= minLetters || known.has(all.toLowerCase()) ? all : undefined;
  const fits = fitting(text, known);
  return fits.length === 1 ? text.replaceAll(marks, fits[0] ?? '') : undefined;
}

/** Fewer say nothing: in Spanish, every fourteenth `f` is followed by `i`, `l` or `f`, in other languages every third to seventh. */
const minSeen = 200;
const minShare = 0.01;
/** Words with a ligature for each other `f`, in English. */
const perOther = 1 / 3;

/**
 * Fonts can call a ligature a space, or leave it out: `o ce`, `speci c`. A book of which hardly an `f` is followed by `i`, `l` or `f`
 * shows it; its words are joined where the book knows them.
 */
function withLostSpaces(pages: readonly PdfPage[], known: ReadonlySet<string>): RestoredPages {
  const seen = seenWithout(pages);
  if (seen === 0) return { pages, warnings: [] };
  let joined = 0;
  const mended = mapTexts(pages, (text) =>
    text.replaceAll(/(\p{L}+) (?=(\p{Ll}+))/gu, (pair, left: string, right: string) => {
      const fits = ligatures.filter((one) => known.has(`${left}${one}${right}`.toLowerCase()));
      if (fits.length !== 1) return pair;
      joined += 1;
      return `${left}${fits[0] ?? ''}`;
    }),
  );
  const rest = Math.round(seen * perOther) - joined;
  if (rest <= 0) return { pages: mended, warnings: [] };
  const words = `About ${rest} words of the PDF look damaged`;
  return {
    pages: mended,
    warnings: [`${words}: “fi”, “fl” and “ff” are missing in its text, as a font has no characters for them.`],
  };
}

/** Returns how often `f` stands in a book that lacks its ligatures; 0 for any other book. */
function seenWithout(pages: readonly PdfPage[]): number {
  const seen = matchesIn(pages, /f(?=\p{Ll})/gu).length;
  const followed = matchesIn(pages, /f(?=[fil])/gu).length;
  return seen < minSeen || followed > minShare * seen ? 0 : seen;
}

function matchesIn(pages: readonly PdfPage[], pattern: RegExp): readonly string[] {
  return [...textsOf(pages)].flatMap((text) => text.match(pattern) ?? []);
}

function* textsOf(pages: readonly PdfPage[]): Generator<string> {
  for (const { fragments } of pages) {
    for (const { runs } of fragments) for (const { text } of runs) yield text.replaceAll(/[\uFB00-\uFB06]/gu, plain);
  }
}

function plain(form: string): string {
  return form.normalize('NFKC');
}

function mapTexts(pages: readonly PdfPage[], change: (text: string) => string): PdfPage[] {
  const changed = (run: Run): Run => {
    const text = change(run.text);
    if (text === run.text) return run;
    return { ...run, text, ...(run.faces && { faces: run.faces.map((one) => ({ ...one, text: change(one.text) })) }) };
  };
  return pages.map((page) => ({
    ...page,
    fragments: page.fragments.map((one) => ({ ...one, runs: one.runs.map(changed) })),
  }));
}
