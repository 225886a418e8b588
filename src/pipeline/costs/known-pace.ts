import type { EarlierRuns } from '../../core/progress.ts';
import { limitsOf } from '../../speech/provider.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { ConversionRequest, ConversionTools } from '../conversion.ts';
import type { VoiceCast } from '../synthesis/cast-voices.ts';
import type { SpeechSpeeds } from '../synthesis/speech-speeds.ts';

/** The expected pace of a run before it begins. */
interface KnownPace {
  /** The most requests that can be in flight. */
  readonly maxAtOnce: number;
  readonly earlier: EarlierRuns;
}

/** Returns what the provider and earlier runs on this machine say of the time that a conversion takes. */
export async function knownPace(
  request: Pick<ConversionRequest, 'format' | 'layout' | 'acx'>,
  cast: VoiceCast,
  { chosen: { provider }, concurrency, speeds }: Pick<ConversionTools, 'chosen' | 'concurrency' | 'speeds'>,
): Promise<KnownPace> {
  const { voice } = cast.main;
  const speed = await speeds?.find({ provider: provider.id, engine: provider.identity(voice), voice });
  return {
    maxAtOnce: concurrency ?? limitsOf(provider, voice).concurrency.max,
    earlier: {
      charactersPerSecond: speed?.charactersPerSecond,
      spread: speed?.spread,
      finishingMsPerCharacter: await speeds?.finishing(kindOfOutput(request)),
    },
  };
}

/** Returns the name of outputs that are finished alike. */
export function kindOfOutput({ format, layout, acx }: Pick<ConversionRequest, 'format' | 'layout' | 'acx'>): string {
  return [format, layout, acx === true ? 'acx' : undefined].filter((part) => part !== undefined).join(' ');
}

/** The seconds that speech is expected to take. */
export interface SynthesisTime {
  readonly seconds: number;
  /** With the plain voice, where the program chose a slower one that is not plain. */
  readonly plainSeconds?: number | undefined;
}

/** Returns the time that speech takes, or undefined for a voice whose speed is not known. */
export async function synthesisTime(
  speech: SpeechLength,
  { main: { voice, language } }: Pick<VoiceCast, 'main'>,
  { isNamed, ...tools }: SpeedTools & { readonly isNamed: boolean },
): Promise<SynthesisTime | undefined> {
  const seconds = await secondsWith(voice, speech, tools);
  if (seconds === undefined) return undefined;
  const plain = isNamed ? undefined : await tools.provider.voiceNamed?.('plain', language);
  const plainSeconds = plain === undefined ? seconds : await secondsWith(plain, speech, tools);
  return { seconds, plainSeconds: plainSeconds !== undefined && plainSeconds < seconds ? plainSeconds : undefined };
}

/** Speech that is not made yet. */
export interface SpeechLength {
  readonly characters: number;
  /** Expected length of the audio. */
  readonly seconds: number;
}

/** The tools of `secondsWith`. */
export interface SpeedTools {
  readonly provider: SpeechProvider;
  readonly speeds: SpeechSpeeds | undefined;
}

/**
 * Returns the seconds that a voice needs for a text: as in its last run, otherwise by what the provider knows of its speed. Undefined
 * where nothing is known.
 */
export async function secondsWith(
  voice: string,
  { characters, seconds }: SpeechLength,
  { provider, speeds }: SpeedTools,
): Promise<number | undefined> {
  const speed = await speeds?.find({ provider: provider.id, engine: provider.identity(voice), voice });
  if (speed) return characters / speed.charactersPerSecond;
  const audioPerSecond = await provider.speedOf?.(voice);
  return audioPerSecond === undefined ? undefined : seconds / audioPerSecond;
}
