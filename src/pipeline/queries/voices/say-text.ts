import type { Settings } from '../../../core/settings.ts';
import { chooseProvider } from '../../tools/choose-provider.ts';
import { toolsWithLexicon } from '../../tools/load-lexicon.ts';
import type { LexiconSource } from '../../tools/load-lexicon.ts';
import { speakText } from './speak-text.ts';
import type { SpeakTextRequest } from './speak-text.ts';

/** A text to speak once, to try a voice or a lexicon. */
export interface SayRequest extends SpeakTextRequest {
  readonly provider?: string | undefined;
  readonly lexicons?: readonly LexiconSource[] | undefined;
  /** Receives the terms of the provider. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** Speaks a text with a provider of its own and returns the encoded audio. Throws as `chooseProvider`, `loadLexicon` and `speakText` do. */
export async function sayText(request: SayRequest, settings: Settings): Promise<Uint8Array> {
  const plain = await chooseProvider(request.provider, settings, request.signal);
  await using provider = plain.provider;
  if (plain.description.terms !== undefined) request.warn?.(plain.description.terms);
  const { chosen } = await toolsWithLexicon({ chosen: { ...plain, provider } }, request.lexicons);
  const chunks: Buffer[] = [];
  await speakText(chosen.provider, { ...request, isAwaited: true }, settings, (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks);
}
