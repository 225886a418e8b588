import { baseLanguage, sameLanguage } from '../../core/language.ts';
import { isSpeakable } from '../is-speakable.ts';
import { findMatches } from './find-matches.ts';
import type { Match } from './find-matches.ts';
import { lexiconLimits } from './lexicon-limits.ts';
import type { LexiconEntry } from './lexicon-entry.ts';
import type { SpokenPart } from './spoken-part.ts';
import { WordIndex } from './word-index.ts';

/** The voice that reads a text. */
export interface LexiconReader {
  readonly voice: string;
  /** BCP-47 code of the language in which it is read. */
  readonly language: string;
  /** Whether the voice speaks phonemes. */
  readonly readsIpa: boolean;
}

/** Pronunciations of a run. */
export interface Lexicon {
  /** Returns a text as it is to be spoken, or undefined when the lexicon changes nothing in it. */
  partsOf(text: string, reader: LexiconReader): readonly SpokenPart[] | undefined;
  /** Reports whether nothing of a text in a language (BCP-47) is to be spoken, whatever the voice. */
  isSilent(text: string, language: string): boolean;
  /** Returns the written forms in a text that have a pronunciation alone, for a voice that does not speak phonemes. */
  unusedIn(text: string, voice: string): readonly string[];
  /** Returns the entries for words of a text in a language (BCP-47), each once. Patterns are left out. */
  wordsIn(text: string, language: string): readonly LexiconEntry[];
}

/**
 * Creates a lexicon. Where entries compete for a place, the longest match wins, then the entry for the voice, then the one for the
 * language, then the later one. What was replaced is not replaced again.
 */
export function createLexicon(entries: readonly LexiconEntry[]): Lexicon {
  const views = new Map<string, View>();
  const viewFor = (key: string, isUsed: (entry: LexiconEntry) => boolean): View => {
    const view = views.get(key) ?? viewOf(entries.filter(isUsed));
    views.set(key, view);
    return view;
  };
  return {
    partsOf(text, reader) {
      const key = JSON.stringify([reader.voice, reader.language, reader.readsIpa]);
      const view = viewFor(key, (entry) => isFor(entry, reader));
      return partsWith(text, findMatches(text, view.words, view.patterns), reader);
    },
    isSilent(text, language) {
      const view = viewFor(JSON.stringify([language]), ({ voice, say, language: own }) => {
        return voice === undefined && say === '' && (own === undefined || isForLanguage(own, language));
      });
      const matches = findMatches(text, view.words, view.patterns);
      return matches.length > 0 && !isSpeakable(without(text, matches));
    },
    unusedIn(text, voice) {
      const view = viewFor(JSON.stringify([voice]), (entry) => entry.say === undefined && isForVoice(entry, voice));
      const found = findMatches(text, view.words, view.patterns).map(({ entry }) => entry.written);
      return [...new Set(found)];
    },
    wordsIn(text, language) {
      const view = viewFor(JSON.stringify(['', language]), (entry) => !entry.pattern && isInLanguage(entry, language));
      return [...new Set(findMatches(text, view.words, view.patterns).map(({ entry }) => entry))];
    },
  };
}

/** The entries that count for a reader, ready to be found. */
interface View {
  readonly words: WordIndex;
  readonly patterns: readonly LexiconEntry[];
}

function viewOf(entries: readonly LexiconEntry[]): View {
  // The last of equal matches wins, so the more specific entries come last.
  const ranked = entries.toSorted((a, b) => rankOf(a) - rankOf(b));
  return {
    words: new WordIndex(ranked.filter(({ pattern }) => !pattern)),
    patterns: ranked.filter(({ pattern }) => pattern),
  };
}

function rankOf({ voice, language }: LexiconEntry): number {
  return (voice === undefined ? 0 : 2) + (language === undefined ? 0 : 1);
}

function isFor(entry: LexiconEntry, { voice, language, readsIpa }: LexiconReader): boolean {
  if (entry.say === undefined && !readsIpa) return false;
  return isForVoice(entry, voice) && isInLanguage(entry, language);
}

function isInLanguage(entry: LexiconEntry, language: string): boolean {
  return entry.language === undefined || isForLanguage(entry.language, language);
}

function isForVoice(entry: LexiconEntry, voice: string): boolean {
  return entry.voice === undefined || entry.voice === voice;
}

/** A region counts where both codes have one: `en-GB` is for `en`, too, but not for `en-US`. */
function isForLanguage(code: string, language: string): boolean {
  if (!sameLanguage(code, language)) return false;
  const [region, other] = [code, language].map((tag) => new Intl.Locale(tag.replaceAll('_', '-')).region);
  return region === undefined || other === undefined || region === other;
}

function partsWith(text: string, matches: readonly Match[], reader: LexiconReader): readonly SpokenPart[] | undefined {
  const parts: SpokenPart[] = [];
  let at = 0;
  for (const match of matches) {
    const part = partOf(text, match, reader);
    if (!part) continue;
    addText(parts, text.slice(at, match.start));
    if (part.ipa === undefined) addText(parts, part.text);
    else parts.push(part);
    at = match.start + part.length;
  }
  addText(parts, text.slice(at));
  const isSame = parts.length === 1 && parts[0]?.text === text && parts[0].ipa === undefined;
  // A provider refuses or hides a text without words, so such a replacement is not made.
  return isSame || !parts.some((part) => isSpeakable(part.text)) ? undefined : parts;
}

function without(text: string, matches: readonly Match[]): string {
  const starts = [0, ...matches.map(({ end }) => end)];
  return starts.map((start, index) => text.slice(start, matches[index]?.start)).join(' ');
}

function addText(parts: SpokenPart[], text: string): void {
  const last = parts.at(-1);
  if (last && last.ipa === undefined) parts.splice(-1, 1, { text: last.text + text });
  else if (text !== '') parts.push({ text });
}

/** Returns what is spoken for a match, and how much of the text it stands for. */
function partOf(
  text: string,
  { start, end, entry, groups }: Match,
  { readsIpa, language }: LexiconReader,
): (SpokenPart & { readonly length: number }) | undefined {
  if (entry.ipa !== undefined && readsIpa) {
    const possessive = baseLanguage(language) === 'en' ? /^['’]s(?![\p{L}\p{M}\p{N}])/u.exec(text.slice(end)) : null;
    const length = end - start + (possessive ? 2 : 0);
    const ipa = possessive ? entry.ipa + englishS(entry.ipa) : entry.ipa;
    return { text: text.slice(start, start + length), ipa, length };
  }
  const say = entry.say?.replaceAll(/\$(\d)/gu, (whole, group) =>
    entry.pattern ? (groups[Number(group)] ?? '') : whole,
  );
  // Groups may repeat a long match many times.
  if (say === undefined || say.length > 2 * lexiconLimits.spokenLength) return undefined;
  return { text: say, length: end - start };
}

/** Returns the sound of an English `'s` after a word. */
function englishS(ipa: string): string {
  if (/(?:[szʃʒʧʤ]|tʃ|dʒ)$/u.test(ipa)) return 'ɪz';
  return /[ptkfθ]$/u.test(ipa) ? 's' : 'z';
}
