import { AudiobookError } from '../../core/errors.ts';
import type { SpeechProvider, SpeechRequest } from '../../speech/provider.ts';

/** Throws `bad-value` for a voice that is given text. */
export function requirePhonemes(provider: SpeechProvider, voice: string): void {
  if (provider.phonemes && provider.readsIpa?.(voice)) return;
  throw new AudiobookError('bad-value', `The voice '${voice}' is given text, not phonemes. Choose a voice of Kokoro.`);
}

/** Returns what a voice is given for a text, an utterance a line: phonemes, or the text itself where it has no reader for the language. */
export async function voicePhonemes(provider: SpeechProvider, request: SpeechRequest): Promise<string> {
  return (await provider.phonemes?.(request)) ?? request.text;
}
