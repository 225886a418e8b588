import { splitBySentence, splitIntoSegments } from '../../text/split-into-segments.ts';
import { textOf } from '../../text/lexicon/spoken-part.ts';
import type { SpokenPart } from '../../text/lexicon/spoken-part.ts';
import type { VoiceKind } from './kinds/voice-kind.ts';

/** Returns a text as the texts of single calls, below the limits of the kind. Joined, they are the text without outer spaces. */
export function utterancesOf(text: string, kind: VoiceKind, language: string): readonly string[] {
  const { target, max } = kind.utteranceLength(language);
  const options = { limit: { max, unit: 'chars' as const }, target, language };
  if (!kind.bySentence) return splitIntoSegments(text, options);
  return splitBySentence(text, options).map((part) => part.text);
}

/** Returns the parts of each utterance of a text. A pronunciation that is not whole within one is left out. */
export function partsIn(
  parts: readonly SpokenPart[],
  utterances: readonly string[],
): readonly (readonly SpokenPart[])[] {
  if (parts.every(({ ipa }) => ipa === undefined)) return utterances.map((text) => [{ text }]);
  const whole = textOf(parts);
  let from = 0;
  return utterances.map((text) => {
    const start = whole.indexOf(text, from);
    if (start < 0) return [{ text }];
    from = start + text.length;
    return partsBetween(parts, start, from);
  });
}

function partsBetween(parts: readonly SpokenPart[], start: number, end: number): readonly SpokenPart[] {
  let at = 0;
  return parts.flatMap(({ text, ipa }) => {
    const [first, last] = [Math.max(start, at), Math.min(end, at + text.length)];
    const cut = text.slice(first - at, last - at);
    at += text.length;
    if (last <= first) return [];
    return [cut === text ? { text, ipa } : { text: cut }];
  });
}
