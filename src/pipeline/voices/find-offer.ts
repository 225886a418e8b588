import { throwIfCanceled } from '../../core/errors.ts';
import { languageName } from '../../core/language.ts';
import type { Settings } from '../../core/settings.ts';
import { embeddedVoiceSetting } from '../../speech/embedded/embedded.ts';
import { engineState } from '../../speech/natural/engine/engine-state.ts';
import { downloadBytes } from '../../voice-models/voice-model.ts';
import type { VoiceModel } from '../../voice-models/voice-model.ts';
import type { NarrationRequest } from '../conversion.ts';
import { betterVoice, isDeclined } from './better-voice.ts';
import { readSource } from '../read/read-source.ts';
import { chooseProvider, providerSetting } from '../open/choose-provider.ts';

/** A model that a person may be asked to download. */
export interface VoiceOffer {
  readonly model: VoiceModel;
  /** Size of the download. */
  readonly bytes: number;
  /** English name of the language of the speech. */
  readonly languageName: string;
}

/** A run before its provider is chosen. */
export type OfferRequest = NarrationRequest & { readonly provider?: string | undefined };

/**
 * Returns the model to offer for a run that would speak with a plain voice that was not asked for, or undefined. A book
 * that cannot be read brings no offer: the run says why.
 */
export async function findOffer(
  request: OfferRequest,
  settings: Settings,
  signal: AbortSignal,
): Promise<VoiceOffer | undefined> {
  if (!(await isPlainByDefault(request, settings, signal))) return undefined;
  const language = request.translate ?? request.language ?? (await languageOfBook(request, signal));
  const model = language && (await betterVoice(language, settings));
  if (!language || !model || (await isDeclined(model, settings))) return undefined;
  // The engine is tried before a person is asked to download what it alone can use.
  const engine = await engineState();
  if (!engine.available) return undefined;
  return { model, bytes: downloadBytes(model), languageName: languageName(language) };
}

/** Reports whether neither a provider nor a voice was named and the run speaks inside this program. */
async function isPlainByDefault(
  { provider, voice }: OfferRequest,
  settings: Settings,
  signal: AbortSignal,
): Promise<boolean> {
  const named = [provider, voice, settings.get(providerSetting), settings.get(embeddedVoiceSetting)];
  if (named.some((name) => name !== undefined)) return false;
  const chosen = await chooseProvider(undefined, settings, signal);
  await chosen.provider[Symbol.asyncDispose]();
  return chosen.description.kind === 'embedded';
}

async function languageOfBook(request: NarrationRequest, signal: AbortSignal): Promise<string | undefined> {
  const book = await readSource(request, signal).catch(() => undefined);
  throwIfCanceled(signal);
  return book?.metadata.language;
}
