import type { EarlierRuns } from '../../core/progress.ts';
import { voiceFacts } from '../../speech/provider.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { ConversionRequest, ConversionTools } from '../conversion.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';
import type { SpeechSpeeds } from '../speak/speech-speeds.ts';

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
    maxAtOnce: concurrency ?? voiceFacts(provider, voice).concurrency.max,
    earlier: {
      charactersPerSecond: speed?.charactersPerSecond,
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
  readonly speechSeconds: number;
  /** With the plain voice, where the program chose a slower one that is not plain. */
  readonly plainSeconds?: number | undefined;
}

/** What is known of the voices of a run. */
interface RunSpeeds {
  readonly provider: SpeechProvider;
  readonly speeds: SpeechSpeeds | undefined;
  /** Of the main voice in its last run. */
  readonly earlier: Pick<EarlierRuns, 'charactersPerSecond'>;
  /** Whether the voice was named. */
  readonly isNamed: boolean;
}

/** Returns the time that speech takes, or undefined for a voice whose speed is not known. */
export async function synthesisTime(
  speech: SpeechLength,
  { main: { voice, language } }: Pick<VoiceCast, 'main'>,
  { provider, speeds, earlier, isNamed }: RunSpeeds,
): Promise<SynthesisTime | undefined> {
  const speechSeconds = await secondsWith(voice, speech, { provider, speed: earlier });
  if (speechSeconds === undefined) return undefined;
  const plain = isNamed ? undefined : await provider.voiceNamed?.('plain', language);
  if (plain === undefined) return { speechSeconds };
  const speed = await speeds?.find({ provider: provider.id, engine: provider.identity(plain), voice: plain });
  const plainSeconds = await secondsWith(plain, speech, { provider, speed });
  const isFaster = plainSeconds !== undefined && plainSeconds < speechSeconds;
  return { speechSeconds, plainSeconds: isFaster ? plainSeconds : undefined };
}

/** Speech that is not made yet. */
export interface SpeechLength {
  readonly characters: number;
  /** Expected length of the audio. */
  readonly seconds: number;
}

/**
 * Returns the seconds that a voice needs for a text: as in its last run, otherwise by what the provider knows of its speed. Undefined
 * where nothing is known.
 */
export async function secondsWith(
  voice: string,
  { characters, seconds }: SpeechLength,
  { provider, speed }: VoiceSpeed,
): Promise<number | undefined> {
  if (speed?.charactersPerSecond !== undefined) return characters / speed.charactersPerSecond;
  const audioPerSecond = await provider.speedOf?.(voice);
  return audioPerSecond === undefined ? undefined : seconds / audioPerSecond;
}

/** The voice's provider, and its speed in the last run. */
interface VoiceSpeed {
  readonly provider: SpeechProvider;
  readonly speed: Pick<EarlierRuns, 'charactersPerSecond'> | undefined;
}
