import { AudiobookError, toAudiobookError } from '../../core/errors.ts';
import { ServiceDownError } from '../../speech/call/provider-errors.ts';
import type { Segment } from '../plan/plan.ts';
import { readStored, speakAndStore } from './segment-sound.ts';
import type { SegmentSound, SettledSound, SoundTools } from './segment-sound.ts';
import { addressOf } from './segment-address.ts';

/** A segment and its audio. `pcm` is absent when only the pause is heard. */
export interface SpokenSegment extends Partial<SegmentSound> {
  readonly segment: Segment;
  /** Whether it came from the store. */
  readonly stored: boolean;
  /** Whether another segment has the same memory for its samples, which must not change. */
  readonly isShared?: boolean;
  /** Why the provider failed on it (only with `allowGaps`). */
  readonly gap?: AudiobookError;
}

/** The tools of `segmentSynthesizer`. */
interface Tools extends SoundTools {
  /** Continue when a segment fails. */
  readonly allowGaps: boolean;
}

/** Returns what gives a segment its audio: from the store, or spoken. */
export function segmentSynthesizer(tools: Tools): (segment: Segment) => Promise<SpokenSegment> {
  const pending = new Map<string, Speaking>();
  const give = async (segment: Segment): Promise<SpokenSegment> => {
    const address = addressOf(segment, tools);
    // Equal segments that are pending at the same time are synthesized once.
    const other = pending.get(address);
    if (other) return await join(segment, other);
    const speaking = { sound: readOrSpeak(segment, address, tools), isShared: false };
    pending.set(address, speaking);
    try {
      return { segment, ...(await speaking.sound), isShared: speaking.isShared };
    } finally {
      pending.delete(address);
    }
  };
  return async (segment) => {
    if (!segment.spoken) return { segment, stored: true };
    try {
      return await give(segment);
    } catch (error) {
      return { segment, stored: false, gap: gapOrThrow(error, tools) };
    }
  };
}

async function readOrSpeak(segment: Segment, address: string, tools: Tools): Promise<SettledSound> {
  const { sound, earlier } = await readStored(segment, address, tools);
  return sound ? { ...sound, stored: true } : await speakAndStore(segment, address, tools, earlier);
}

/** The sound of a segment that is being read or made. */
interface Speaking {
  readonly sound: Promise<SettledSound>;
  /** Whether more than one segment waits for it. Final when the first of them has it. */
  isShared: boolean;
}

async function join(segment: Segment, speaking: Speaking): Promise<SpokenSegment> {
  speaking.isShared = true;
  return { segment, ...(await speaking.sound), stored: true, isShared: true };
}

function gapOrThrow(thrown: unknown, { allowGaps, signal }: Tools): AudiobookError {
  const error = toAudiobookError(thrown);
  const isGap = error.code === 'provider-failed' && !(error instanceof ServiceDownError);
  if (allowGaps && !signal.aborted && isGap) return error;
  throw error;
}
