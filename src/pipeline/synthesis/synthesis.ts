import { setMaxListeners } from 'node:events';
import { AudiobookError, toAudiobookError } from '../../core/errors.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { RetryNotice } from '../../core/retry.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { SpeakingRate } from '../../speech/call/speaking-rate.ts';
import type { ConcurrencyRange } from '../../speech/call/adaptive-concurrency.ts';
import { inOrder } from './in-order.ts';
import type { Plan, Segment } from '../plan.ts';
import { measured } from './segment-file.ts';
import type { MeasuredPcm } from './segment-file.ts';
import { segmentAddress } from './segment-store.ts';
import type { SegmentStore } from './segment-store.ts';
import { speakSegment } from '../../speech/call/speak-segment.ts';
import { SpeechGate } from '../../speech/call/speech-gate.ts';

export interface SynthesisTools {
  readonly provider: SpeechProvider;
  readonly voice: string;
  readonly store: SegmentStore;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
  /** Requests in flight, fixed. */
  readonly concurrency?: number;
  /** Leave out what the provider fails on, and go on. */
  readonly allowGaps: boolean;
}

/** A segment and its sound; `pcm` is missing where nothing is to be heard but the pause. */
export interface SpokenSegment {
  readonly segment: Segment;
  readonly pcm?: MeasuredPcm;
  /** It came from the store and cost nothing. */
  readonly stored: boolean;
  /** The provider failed on it for good (only when gaps are allowed). */
  readonly gap?: AudiobookError;
}

/** Speaks segments: book-wide, side by side, from the store where it can, yielding them in their order. */
export function synthesize(
  segments: Iterable<Segment> | AsyncIterable<Segment>,
  tools: SynthesisTools,
): AsyncGenerator<SpokenSegment, void, undefined> {
  const stop = new AbortController();
  const signal = AbortSignal.any([tools.signal, stop.signal]);
  // One listener for every segment that is under way.
  setMaxListeners(0, tools.signal, signal);
  const range = concurrencyRange(tools);
  const work = segmentSpeaker({ ...tools, signal, gate: new SpeechGate(range), rate: new SpeakingRate() });
  return inOrder(segments, windowFor(range.max), async (segment) => {
    try {
      return await work(segment);
    } catch (error) {
      stop.abort(error); // What is still under way is of no use: the run ends here.
      throw error;
    }
  });
}

/** How many of a plan's segments are in the store already; the rest is what a run will cost. */
export async function countStored(
  plan: Plan,
  tools: Pick<SynthesisTools, 'provider' | 'voice' | 'store'>,
): Promise<number> {
  const addresses = plan.chapters.flatMap((chapter) =>
    chapter.segments.filter(({ spoken }) => spoken).map((segment) => addressOf(segment, tools)),
  );
  let stored = 0;
  for await (const has of inOrder(addresses, 32, (address) => tools.store.has(address))) if (has) stored += 1;
  return stored;
}

function concurrencyRange({ provider, concurrency: fixed }: SynthesisTools): ConcurrencyRange {
  return fixed === undefined ? provider.concurrency : { start: fixed, min: fixed, max: fixed };
}

function windowFor(concurrency: number): number {
  return Math.max(16, concurrency * 3);
}

function addressOf(segment: Segment, { provider, voice }: Pick<SynthesisTools, 'provider' | 'voice'>): string {
  const { text, language } = segment;
  return segmentAddress({ provider: provider.id, engine: provider.identity(voice), voice, language, text });
}

/** Shared by all segments of a run: the way to the service, and the pace that was learned. */
interface RunTools extends SynthesisTools {
  readonly gate: SpeechGate;
  readonly rate: SpeakingRate;
}

function segmentSpeaker(tools: RunTools): (segment: Segment) => Promise<SpokenSegment> {
  const underWay = new Map<string, Promise<MeasuredPcm>>();
  return async (segment) => {
    if (!segment.spoken) return { segment, stored: true };
    const address = addressOf(segment, tools);
    const found = (await underWay.get(address)) ?? (await tools.store.read(address));
    if (found) return { segment, pcm: found, stored: true };
    // Two equal segments side by side are spoken once.
    const speaking = underWay.get(address) ?? speakAndStore(segment, address, tools);
    underWay.set(address, speaking);
    try {
      return { segment, pcm: await speaking, stored: false };
    } catch (error) {
      return { segment, stored: false, gap: gapOrThrow(error, tools) };
    } finally {
      underWay.delete(address);
    }
  };
}

async function speakAndStore(segment: Segment, address: string, tools: RunTools): Promise<MeasuredPcm> {
  const { provider, voice, signal, store, gate, rate, onProgress } = tools;
  const { text, language, chapter, index } = segment;
  const onRetry = ({ attempt, delayMs, error }: RetryNotice): void =>
    onProgress({ type: 'segment-retry', chapter, segment: index, attempt, delayMs, reason: error.message });
  const pcm = measured(await speakSegment(provider, { text, voice, language, signal }, { gate, rate, onRetry }));
  await store.write(address, pcm);
  return pcm;
}

function gapOrThrow(thrown: unknown, { allowGaps, signal }: SynthesisTools): AudiobookError {
  const error = toAudiobookError(thrown);
  if (allowGaps && !signal.aborted && error.code === 'provider-failed') return error;
  throw error;
}
