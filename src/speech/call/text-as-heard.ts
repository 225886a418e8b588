import { textOf } from '../../text/lexicon/spoken-part.ts';
import type { SpeechProvider, SpeechRequest } from '../provider.ts';

/** Returns what is heard of a text. With a lexicon it may be longer or shorter than what is written. */
export function textAsHeard(
  provider: Pick<SpeechProvider, 'spokenParts'>,
  request: Pick<SpeechRequest, 'text' | 'voice' | 'language'>,
): string {
  const parts = provider.spokenParts?.(request);
  return parts ? textOf(parts) : request.text;
}
