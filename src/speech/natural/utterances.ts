import { sentencesAlone, sentencesIntoSegments } from '../../text/split-into-segments.ts';
import { textOf } from '../../text/lexicon/spoken-part.ts';
import type { SpokenPart } from '../../text/lexicon/spoken-part.ts';
import type { PauseStyle } from '../../text/spoken/clean/pauses.ts';
import { spokenSentences } from '../../text/spoken/spoken-text.ts';
import type { VoiceKind } from './kinds/voice-kind.ts';

/** Returns sentences as the texts of single calls, below the limits of the kind. Joined, they are the text without outer spaces. */
export function utterancesOf(sentences: readonly string[], kind: VoiceKind, language: string): readonly string[] {
  const { target, max } = kind.utteranceLength(language);
  const sizes = { limit: { max, unit: 'chars' as const }, target };
  if (!kind.bySentence) return sentencesIntoSegments(sentences, sizes);
  return sentencesAlone(sentences, sizes);
}

/** Returns the sentences of a text in words, each with the space before it. Parts with a pronunciation stay as they are. */
export function sentencesInWords(
  parts: readonly SpokenPart[],
  language: string,
  pauses: PauseStyle,
): readonly (readonly SpokenPart[])[] {
  const said = parts.filter(({ ipa }) => ipa !== undefined);
  if (said.length === 0) return spokenSentences(textOf(parts), language, { pauses }).map((text) => [{ text }]);
  const written = parts.map(({ text, ipa }) => (ipa === undefined ? text : standInFor(text))).join('');
  let at = 0;
  return spokenSentences(written, language, { pauses }).map((sentence) =>
    sentence.split(standIns).map((text) => (isStandIn(text) ? (said[at++] ?? { text }) : { text })),
  );
}

/** A word that no rule for reading changes, in place of one with a pronunciation: what stands beside it is read as beside a word. */
function standInFor(text: string): string {
  return /^\P{L}*\p{Lu}/u.test(text) ? 'Ꝏꝏꝏ' : 'ꝏꝏꝏ';
}

const standIns = /([Ꝏꝏ]ꝏꝏ)/u;

function isStandIn(text: string): boolean {
  return /^[Ꝏꝏ]ꝏꝏ$/u.test(text);
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
