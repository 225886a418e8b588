import { splitBySentence, splitIntoSegments } from '../../text/split-into-segments.ts';
import type { VoiceKind } from './kinds/voice-kind.ts';

/** Returns a text as the texts of single calls, below the limits of the kind. Joined, they are the text without outer spaces. */
export function utterancesOf(text: string, kind: VoiceKind, language: string): readonly string[] {
  const { target, max } = kind.utteranceLength(language);
  const options = { limit: { max, unit: 'chars' as const }, target, language };
  if (!kind.bySentence) return splitIntoSegments(text, options);
  return splitBySentence(text, options).map((part) => part.text);
}
