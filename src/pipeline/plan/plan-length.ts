import { maxGroupSeconds } from '../../audio/files/group-by-duration.ts';
import { formatDuration } from '../../core/strings/format-duration.ts';
import { usualSeconds } from '../../speech/check/pace-prior.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { charactersOf } from '../../text/text-length.ts';
import { secondsWith } from './known-pace.ts';
import type { Segment } from './plan.ts';
import type { Missing, PlannedRun } from '../driver.ts';
import type { SpeechSpeed } from '../speak/speech-speeds.ts';
import { speedsOf } from '../open/prepare-tools.ts';
import type { ToolOptions } from '../open/prepare-tools.ts';
import type { Outline } from '../read/outline.ts';

/** A planned run, and what it has yet to make with its provider. */
export interface PlannedWork extends PlannedRun {
  readonly missing: Missing;
  readonly provider: SpeechProvider;
}

/** The expected duration of the audio, and of making it. */
export interface PlannedLength {
  readonly seconds: number;
  readonly ofChapter: (place: number) => number;
  /** Undefined when the speed of the voice is not known. */
  readonly synthesisSeconds: number | undefined;
  readonly speed: SpeechSpeed | undefined;
  /** Sentence about a very long audio. */
  readonly warning: string | undefined;
}

/** Estimates lengths: at the pace of the last run of the voice with the pauses of the plan, otherwise at the usual one. */
export async function planLength(
  planned: PlannedWork,
  outline: Outline,
  tools: Pick<ToolOptions, 'settings' | 'stateFolder'>,
): Promise<PlannedLength> {
  const { plan, missing, cast, provider } = planned;
  const { voice } = cast.main;
  const isVoiced = voice !== '';
  const engine = isVoiced ? provider.identity(voice) : '';
  const speed = await speedsOf(tools)?.find({ provider: provider.id, engine, voice });
  const chapters = chapterSeconds(planned, outline, speed);
  const seconds = Math.round(chapters.reduce((sum, length) => sum + length, 0));
  const characters = missing.speech.reduce((sum, { segments, share }) => sum + charactersOf(segments) * share, 0);
  const unspoken = Math.min(1, characters / Math.max(1, plan.characters));
  const text = { characters, seconds: seconds * unspoken };
  const synthesisSeconds = isVoiced ? await secondsWith(voice, text, { provider, speed }) : undefined;
  return {
    seconds,
    ofChapter: (place) => Math.round(chapters[place] ?? 0),
    synthesisSeconds: synthesisSeconds === undefined ? undefined : Math.round(synthesisSeconds),
    speed,
    warning: longWarning(seconds),
  };
}

function chapterSeconds(
  { plan, shares, provider, cast }: PlannedWork,
  outline: Outline,
  speed: SpeechSpeed | undefined,
): readonly number[] {
  return outline.chapters.map((_chapter, place) => {
    const segments = plan.chapters[place]?.segments ?? [];
    return expectedSeconds(segments, cast.main.voice, { provider, speed }) * (shares[place] ?? 1);
  });
}

/** Returns the expected length of segments with their pauses: at the pace of the last run of the voice, otherwise at the usual one. */
export function expectedSeconds(
  segments: readonly Segment[],
  voice: string,
  { provider, speed }: { readonly provider: SpeechProvider; readonly speed?: SpeechSpeed | undefined },
): number {
  const { spoken: ownTempo = 1, stretched = 1 } = provider.facts?.(voice).tempo ?? {};
  const pauses = segments.reduce((sum, { pauseMs }) => sum + pauseMs, 0) / 1000;
  const spoken = segments.filter((segment) => segment.spoken);
  // Measured speeds include the tempo of the voice.
  const speech = speed
    ? charactersOf(spoken) * speed.secondsPerCharacter
    : usualSeconds(provider.id, voice, spoken) / ownTempo;
  return speech / stretched + pauses;
}

function longWarning(seconds: number): string | undefined {
  if (seconds <= maxGroupSeconds) return undefined;
  const [length, longest] = [formatDuration(seconds), formatDuration(maxGroupSeconds)];
  return `The audio is about ${length} long. As M4B it is divided into files of at most ${longest} (--max-part).`;
}
