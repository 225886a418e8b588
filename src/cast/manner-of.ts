import type { Manner } from '../core/delivery.ts';
import type { CastText } from './cast-text.ts';
import { clauseAfter, verbAfter, verbBefore } from './rules/tag-clause.ts';
import type { TagVerb } from './rules/tag-clause.ts';
import { speechWords } from './speech-words.ts';
import type { SpeechWords } from './speech-words.ts';
import type { Surroundings } from './speech-tag.ts';

/** Returns the manner that the words of saying beside a quotation name: `whispered Anne`, `he said softly`, `Anne shouted:`. */
export function mannerOf({ before, after }: Surroundings, language: string): Manner | undefined {
  const words = speechWords(language);
  const tag = verbAfter(after, words) ?? verbBefore(before, words);
  return tag && mannerIn(tag, words);
}

/**
 * Returns the manner of each quotation of a chapter that its words of saying name. What goes on behind them in the paragraph is said in the
 * same manner: `“No,” she whispered. “Never.”`
 */
export function mannersOf({ quotations, tags }: CastText, language: string): readonly (Manner | undefined)[] {
  const found: (Manner | undefined)[] = [];
  for (const [index, around] of tags.entries()) {
    const earlier = tags[index - 1];
    const isSameBlock = quotations[index - 1]?.spans.at(-1)?.block === quotations[index]?.spans[0]?.block;
    const goesOn = isSameBlock && earlier !== undefined && isOnlyTag(earlier.after, language);
    found.push(mannerOf(around, language) ?? (goesOn ? found.at(-1) : undefined));
  }
  return found;
}

/** Words after a verb of saying that still belong to it: `said Mr. Pike to Anne in a whisper`. */
const maxTones = 7;

function mannerIn({ tokens, place, verb }: TagVerb, { manners, tones }: SpeechWords): Manner | undefined {
  const own = manners.get(verb.text);
  if (own) return own;
  const beside = [...tokens.slice(place + 1, place + 1 + maxTones), ...tokens.slice(Math.max(0, place - 1), place)];
  return beside.map(({ text }) => tones.get(text)).find((tone) => tone !== undefined);
}

/** Reports whether the words between two quotations say nothing but who speaks. */
function isOnlyTag(between: string, language: string): boolean {
  if (!verbAfter(between, speechWords(language))) return false;
  return /^[.,;:…—–-]?\s*$/u.test(between.slice(clauseAfter(between).length));
}
