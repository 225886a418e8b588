import type { Settings } from '../../core/settings.ts';
import { segmentsToSpeak, speakText } from './speak-text.ts';
import type { SpeakTextRequest, TextToSpeak } from './speak-text.ts';
import { requirePhonemes, voicePhonemes, withProvider } from './with-provider.ts';
import type { ProviderChoice } from './with-provider.ts';

/** A text to speak once. */
export type SayRequest = SpeakTextRequest & ProviderChoice;

/** Speaks a text with a provider of its own and returns the encoded audio. Throws as `chooseProvider`, `loadLexicon` and `speakText` do. */
export async function sayText(request: SayRequest, settings: Settings): Promise<Uint8Array> {
  return await withProvider(request, settings, async (provider) => {
    const chunks: Buffer[] = [];
    await speakText(provider, { ...request, isAwaited: true }, settings, (chunk) => void chunks.push(chunk));
    return Buffer.concat(chunks);
  });
}

/** Returns the phonemes that `sayText` would speak, an utterance a line. Throws as it does, and `bad-value` for a voice that is given text. */
export async function sayPhonemes(request: TextToSpeak & ProviderChoice, settings: Settings): Promise<string> {
  return await withProvider(request, settings, async (provider) => {
    const { segments, voice, language } = await segmentsToSpeak(provider, { ...request, isAwaited: true });
    requirePhonemes(provider, voice);
    const lines: string[] = [];
    for (const { text } of segments) {
      lines.push(await voicePhonemes(provider, { text, voice, language, signal: request.signal }));
    }
    return lines.map((line) => `${line}\n`).join('');
  });
}
