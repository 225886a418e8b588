import { manners } from '../core/delivery.ts';
import type { Manner } from '../core/delivery.ts';
import { english } from '../languages/en/english.ts';
import type { MannerLists, SpeakerLists } from '../languages/language.ts';
import { perLanguage } from '../languages/languages.ts';
import { wordSet } from '../languages/word-set.ts';

/** The lists of which only the words matter. */
type WordSets = Readonly<Record<Exclude<keyof SpeakerLists, 'manners' | 'tones'>, ReadonlySet<string>>>;

/** Words of a language that show who speaks, as its lists have them, in lower case. Verbs that name a manner are among its verbs. */
export interface SpeechWords extends WordSets {
  /** The manner that a verb of saying names. */
  readonly manners: ReadonlyMap<string, Manner>;
  /** The manner that another word beside a verb of saying names. */
  readonly tones: ReadonlyMap<string, Manner>;
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
