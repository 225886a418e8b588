import type { Settings } from '../../../core/settings.ts';
import type { SpeechProvider } from '../../../speech/provider.ts';
import { chooseProvider } from '../../tools/choose-provider.ts';
import { toolsWithLexicon } from '../../tools/load-lexicon.ts';
import type { LexiconSource } from '../../tools/load-lexicon.ts';
import { segmentsToSpeak, speakText } from './speak-text.ts';
import type { SpeakTextRequest, TextToSpeak } from './speak-text.ts';
import { requirePhonemes, voicePhonemes } from './voice-phonemes.ts';

/** The provider of a text that is spoken once, to try a voice or a lexicon. */
interface SayTools {
  readonly provider?: string | undefined;
  readonly lexicons?: readonly LexiconSource[] | undefined;
  /** Receives the terms of the provider. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** A text to speak once. */
export type SayRequest = SpeakTextRequest & SayTools;

/** Speaks a text with a provider of its own and returns the encoded audio. Throws as `chooseProvider`, `loadLexicon` and `speakText` do. */
export async function sayText(request: SayRequest, settings: Settings): Promise<Uint8Array> {
  return await withProvider(request, settings, async (provider) => {
    const chunks: Buffer[] = [];
    await speakText(provider, request, settings, (chunk) => void chunks.push(chunk));
    return Buffer.concat(chunks);
  });
}

/** Returns the phonemes that `sayText` would speak, an utterance a line. Throws as it does, and `bad-value` for a voice that is given text. */
export async function sayPhonemes(request: TextToSpeak & SayTools, settings: Settings): Promise<string> {
  return await withProvider(request, settings, async (provider) => {
    const { segments, voice, language } = await segmentsToSpeak(provider, request);
    requirePhonemes(provider, voice);
    const lines: string[] = [];
    for (const text of segments) {
      lines.push(await voicePhonemes(provider, { text, voice, language, signal: request.signal }));
    }
    return lines.map((line) => `${line}\n`).join('');
  });
}

async function withProvider<T>(
  request: SayTools & Pick<TextToSpeak, 'signal'>,
  settings: Settings,
  use: (provider: SpeechProvider) => Promise<T>,
): Promise<T> {
  const plain = await chooseProvider(request.provider, settings, request.signal);
  await using provider = plain.provider;
  if (plain.description.terms !== undefined) request.warn?.(plain.description.terms);
  const { chosen } = await toolsWithLexicon({ chosen: { ...plain, provider } }, request.lexicons);
  return await use(chosen.provider);
}
