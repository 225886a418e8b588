import { throwIfCanceled } from '../../core/errors.ts';
import { languageName } from '../../core/language.ts';
import type { Settings } from '../../core/settings.ts';
import { embeddedVoiceSetting } from '../../speech/embedded/embedded.ts';
import { engineState } from '../../speech/natural/engine/engine-state.ts';
import { dataFolder } from '../../voice-models/data-folder.ts';
import { downloadClient } from '../../voice-models/download/download-client.ts';
import { measureLine } from '../../voice-models/download/measure-line.ts';
import type { Line } from '../../voice-models/download/measure-line.ts';
import { modelMirrorSetting } from '../../voice-models/download/model-sources.ts';
import { findVoiceModel, installName } from '../../voice-models/find-models.ts';
import { naturalModels } from '../../voice-models/included-models.ts';
import { readCatalog } from '../../voice-models/read-catalog.ts';
import { downloadBytes, offeredSpeakers, voiceName } from '../../voice-models/voice-model.ts';
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
  /** How the download would go. */
  readonly line: Line;
  /** Whether the run names a voice of the model, and cannot do without it. */
  readonly isNamed: boolean;
  /** Name of the model for `voices install`. */
  readonly installName: string;
}

/** A run before its provider is chosen. */
export type OfferRequest = NarrationRequest & { readonly provider?: string | undefined };

/**
 * Returns the model to offer for a run that names a voice which is not installed, or would speak with a plain voice that was
 * not asked for, or undefined. A book that cannot be read brings no offer: the run says why.
 */
export async function findOffer(
  request: OfferRequest,
  settings: Settings,
  signal: AbortSignal,
): Promise<VoiceOffer | undefined> {
  const found = (await namedModel(request, settings, signal)) ?? (await modelForBook(request, settings, signal));
  if (!found) return undefined;
  // The engine is tried before a person is asked to download what it alone can use.
  const engine = await engineState();
  if (!engine.available) return undefined;
  const { model, language } = found;
  const line = await lineFor(model, settings, signal);
  return {
    model,
    bytes: downloadBytes(model),
    languageName: languageName(language),
    isNamed: found.isNamed,
    installName: installName(model),
    line,
  };
}

interface FoundModel {
  readonly model: VoiceModel;
  /** BCP-47 code of the speech. */
  readonly language: string;
  readonly isNamed: boolean;
}

/** Returns the model of the voice that was named, where it would speak inside this program and is not installed. */
async function namedModel(
  { provider, voice }: OfferRequest,
  settings: Settings,
  signal: AbortSignal,
): Promise<FoundModel | undefined> {
  if (voice === undefined) return undefined;
  const found = findVoiceModel(voice, await readCatalog(settings));
  if (!found || !(await isEmbedded(provider, settings, signal))) return undefined;
  const installed = await naturalModels(dataFolder(settings));
  if (installed.some(({ model }) => findVoiceModel(voice, [model]))) return undefined;
  const speaker = offeredSpeakers(found.model).find((one) => voiceName(found.model, one) === found.voice);
  return { model: found.model, language: speaker?.language ?? found.model.languages[0] ?? 'en', isNamed: true };
}

async function modelForBook(
  request: OfferRequest,
  settings: Settings,
  signal: AbortSignal,
): Promise<FoundModel | undefined> {
  if (!(await isPlainByDefault(request, settings, signal))) return undefined;
  const language = request.translate ?? request.language ?? (await languageOfBook(request, signal));
  const model = language && (await betterVoice(language, settings));
  if (!language || !model || (await isDeclined(model, settings))) return undefined;
  return { model, language, isNamed: false };
}

async function lineFor(model: VoiceModel, settings: Settings, signal: AbortSignal): Promise<Line> {
  await using client = downloadClient(settings);
  return await measureLine(model, { client, mirror: settings.get(modelMirrorSetting), signal });
}

/** Reports whether neither a provider nor a voice was named and the run speaks inside this program. */
async function isPlainByDefault(
  { provider, voice }: OfferRequest,
  settings: Settings,
  signal: AbortSignal,
): Promise<boolean> {
  const named = [provider, voice, settings.get(providerSetting), settings.get(embeddedVoiceSetting)];
  return named.every((name) => name === undefined) && (await isEmbedded(undefined, settings, signal));
}

async function isEmbedded(provider: string | undefined, settings: Settings, signal: AbortSignal): Promise<boolean> {
  const chosen = await chooseProvider(provider, settings, signal);
  await chosen.provider[Symbol.asyncDispose]();
  return chosen.description.kind === 'embedded';
}

async function languageOfBook(request: NarrationRequest, signal: AbortSignal): Promise<string | undefined> {
  const book = await readSource(request, signal).catch(() => undefined);
  throwIfCanceled(signal);
  return book?.metadata.language;
}
