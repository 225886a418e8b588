import { manners } from '../core/delivery.ts';
import type { Manner } from '../core/delivery.ts';
import { english } from '../languages/en/english.ts';
import type { MannerLists } from '../languages/language.ts';
import { perLanguage } from '../languages/languages.ts';
import { wordSet } from '../languages/word-set.ts';

/** Words of a language that show who speaks. All in lower case. */
export interface SpeechWords {
  /** Verbs of saying, as they stand beside a quotation. */
  readonly verbs: ReadonlySet<string>;
  /** The manner that a verb of saying names. */
  readonly manners: ReadonlyMap<string, Manner>;
  /** The manner that another word beside a verb of saying names. */
  readonly tones: ReadonlyMap<string, Manner>;
  readonly male: ReadonlySet<string>;
  readonly female: ReadonlySet<string>;
  /** Titles before a name. */
  readonly maleTitles: ReadonlySet<string>;
  readonly femaleTitles: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
  /** Titles of married women, which stand before a surname or the name of a husband. */
  readonly wives: ReadonlySet<string>;
  /** Pronouns that are subjects: `he`, `she`, `I`. */
  readonly subjects: ReadonlySet<string>;
  /** Words between a subject and its verb that are neither: `had`, `then`. In English also every adverb with -ly. */
  readonly passedOver: ReadonlySet<string>;
  /** Words before the subject of a sentence: `and`, `then`. */
  readonly openers: ReadonlySet<string>;
  /** Words that present a person: `it was Anne`. */
  readonly presents: ReadonlySet<string>;
  readonly determiners: ReadonlySet<string>;
  readonly relatives: ReadonlySet<string>;
  /** Words that join a name to another noun: `the sister of Anne`, `Tom and Anne`. */
  readonly joins: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
}

/** Returns the words of a language; those of English for a language without a list, which then hardly ever match. */
export const speechWords = perLanguage(({ speakers = english.speakers }): SpeechWords => {
  const mannerVerbs = mannersByWord(speakers.manners);
  return {
    verbs: new Set([...wordSet(speakers.verbs), ...mannerVerbs.keys()]),
    manners: mannerVerbs,
    tones: mannersByWord(speakers.tones),
    male: wordSet(speakers.male),
    female: wordSet(speakers.female),
    maleTitles: wordSet(speakers.maleTitles),
    femaleTitles: wordSet(speakers.femaleTitles),
    titles: wordSet(speakers.titles),
    wives: wordSet(speakers.wives),
    subjects: wordSet(speakers.subjects),
    passedOver: wordSet(speakers.passedOver),
    openers: wordSet(speakers.openers),
    presents: wordSet(speakers.presents),
    determiners: wordSet(speakers.determiners),
    relatives: wordSet(speakers.relatives),
    joins: wordSet(speakers.joins),
    prepositions: wordSet(speakers.prepositions),
  };
});

function mannersByWord(lists: MannerLists): ReadonlyMap<string, Manner> {
  return new Map(
    manners.flatMap((manner) => [...wordSet(lists[manner])].map((named): [string, Manner] => [named, manner])),
  );
}

const word = /[\p{L}\p{M}](?:[\p{L}\p{M}]|[’'](?=\p{L}))*/gu;

/** Reports whether a text has a verb of saying. */
export function hasSpeechVerb(text: string, language: string): boolean {
  const { verbs } = speechWords(language);
  return smallWords(text).some((each) => verbs.has(each));
}

/** Returns the words of a text in lower case. */
export function smallWords(text: string): string[] {
  return [...text.matchAll(word)].map(([each]) => each.toLowerCase());
}
