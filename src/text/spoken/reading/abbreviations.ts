import type { AbbreviationPlace, SpokenWords } from '../../../languages/language.ts';
import { endsSentenceBefore } from '../../../languages/reading.ts';
import type { AbbreviationContext, AbbreviationContexts } from '../../../languages/reading.ts';
import { wordTable } from '../../../languages/word-set.ts';

/** Abbreviations of a language. */
export interface AbbreviationRules {
  readonly tables: SpokenWords['abbreviations'];
  readonly nameWords?: SpokenWords['nameWords'];
  readonly special?: AbbreviationContexts | undefined;
}

interface Entry {
  readonly pattern: RegExp;
  readonly isPlace: (context: AbbreviationContext) => boolean;
  readonly words: string;
}

/** Returns a function that writes out the abbreviations in a text. A full stop that also ends the sentence stays. */
export function abbreviationReader({ tables, nameWords, special = {} }: AbbreviationRules): (text: string) => string {
  const entries = readTables(tables, placesIn(nameWords));
  return (text) => {
    let result = '';
    let done = 0;
    candidates.lastIndex = 0;
    for (let match = candidates.exec(text); match; match = candidates.exec(text)) {
      const found = findEntry(text, match.index, entries.get(match[0].toLowerCase()) ?? []);
      if (!found) continue;
      const context = surroundings(text, match.index, found.end);
      const words = special[context.text.toLowerCase()]?.(context) ?? found.words;
      result += text.slice(done, match.index) + words;
      done = found.end;
      candidates.lastIndex = done;
      const hasStop = context.text.endsWith('.') && !words.endsWith('.');
      if (hasStop && endsSentenceBefore(context.after)) result += '.';
    }
    return result + text.slice(done);
  };
}

/** First parts of abbreviations. */
const candidates = /(?<![\p{L}\p{N}\p{M}@])(?<!\p{L}[.-])\p{L}{1,12}(?![\p{L}\p{N}])|(?<=\d)\p{L}{1,5}(?=\.)/gu;

function readTables(tables: SpokenWords['abbreviations'], places: Places): ReadonlyMap<string, readonly Entry[]> {
  const entries = new Map<string, Entry[]>();
  for (const [place, table] of tables) {
    for (const [key, words] of wordTable(table)) {
      const first = /^\p{L}+/u.exec(key)?.[0].toLowerCase() ?? '';
      entries.set(first, [
        ...(entries.get(first) ?? []),
        { pattern: patternOf(key, place), isPlace: places[place], words },
      ]);
    }
  }
  return entries;
}

function patternOf(key: string, place: string): RegExp {
  const source = key
    .replaceAll('.', place === 'title' ? String.raw`\.?` : String.raw`\.`)
    .replaceAll('_', String.raw`\s?`);
  // `D. h.` begins a sentence, and `D.H.` are the initials of a name.
  if (/^\p{Ll}\._?\p{Ll}\.$/u.test(key) && place === 'any') {
    const [letter = ''] = source;
    return new RegExp(`[${letter}${letter.toUpperCase()}]${source.slice(1)}(?![\\p{L}\\p{N}])`, 'uy');
  }
  const isExact = /\p{Lu}|^\p{L}\.$/u.test(key);
  const capitals = key.length > 2 ? `|${source.toUpperCase().replaceAll(String.raw`\S`, String.raw`\s`)}` : '';
  const exact = isExact ? `(?:${source}${capitals})` : source;
  return new RegExp(String.raw`${exact}(?![\p{L}\p{N}])`, isExact ? 'uy' : 'iuy');
}

function findEntry(text: string, at: number, entries: readonly Entry[]): { end: number; words: string } | undefined {
  for (const { pattern, isPlace, words } of entries) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) continue;
    const end = at + match[0].length;
    if (isPlace(surroundings(text, at, end))) return { end, words };
  }
  return undefined;
}

function surroundings(text: string, start: number, end: number): AbbreviationContext {
  return {
    text: text.slice(start, end),
    before: text.slice(Math.max(0, start - 60), start),
    after: text.slice(end, end + 60),
  };
}

type Places = Readonly<Record<AbbreviationPlace, (context: AbbreviationContext) => boolean>>;

/** A name, or another title: "Mr. and Mrs. Bennet". */
const beforeName = /^\s(?:(?:and|or|&|und|oder|et|ou|y|o|e)\s)?["“‘«(]?\p{Lu}/u;

/** Returns the places in which abbreviations are some. `nameWords` are small words that begin a name: `M. de Rênal`, `Mme l’abbesse`. */
function placesIn(nameWords = '(?!)'): Places {
  const smallName = new RegExp(String.raw`^\s(?:${nameWords})\p{L}`, 'u');
  return {
    name: ({ after }) => beforeName.test(after),
    title: ({ after }) => beforeName.test(after),
    // After a name it is the end of the name, an initial.
    address: ({ before, after }) =>
      beforeName.test(after) || (smallName.test(after) && !/(?<!^|[.!?]\s)\p{Lu}\p{Ll}+\s$/u.test(before)),
    number: ({ after }) => /^\s?(?!I\s\p{Ll}|I['’])(?:\d|[IVXLCDM]{1,8}\b|[ivxlc]{1,8}\b)/u.test(after),
    after: ({ before }) => /\d(?:st|nd|rd|th|e|er|[ºª°.])?\s?$/u.test(before),
    comma: ({ before }) => /,\s?$/u.test(before),
    lower: ({ after }) => /^,?\s\p{Ll}/u.test(after),
    any: () => true,
  };
}
