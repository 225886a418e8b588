import { setMaxListeners } from 'node:events';
import { AudiobookError, toAudiobookError } from '../../core/errors.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { RetryNotice } from '../../core/retry.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { SpeakingRate } from '../../speech/call/speaking-rate.ts';
import type { ConcurrencyRange } from '../../speech/gate/adaptive-concurrency.ts';
import { inOrder } from './in-order.ts';
import type { Plan, Segment } from '../plan.ts';
import type { VoiceCast } from './cast-voices.ts';
import { measured } from './segment-file.ts';
import type { MeasuredPcm } from './segment-file.ts';
import { segmentAddress } from './segment-store.ts';
import type { SegmentStore } from './segment-store.ts';
import { speakSegment } from '../../speech/call/speak-segment.ts';
import type { SpeakPolicy } from '../../speech/call/speak-segment.ts';
import { ServiceDownError } from '../../speech/call/provider-errors.ts';
import { defaultPatienceMs, gatePolicyFor } from '../../speech/gate/gate-policy.ts';
import { SpeechGate } from '../../speech/gate/speech-gate.ts';

/** Dependencies of `synthesize`. */
export interface SynthesisTools {
  readonly provider: SpeechProvider;
  /** Returns who speaks a language. */
  readonly speakerOf: VoiceCast['speakerOf'];
  readonly store: SegmentStore;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
  /** Fixed number of requests in flight. Default: found while running. */
  readonly concurrency?: number | undefined;
  /** Time for which the provider may be down before the run ends, in milliseconds; Infinity to wait for ever. Default: 5 minutes. */
  readonly patienceMs?: number | undefined;
  /** Retries and time limit of each segment. Default: `speakPolicy`. */
  readonly policy?: SpeakPolicy | undefined;
  /** Continue when a segment fails. */
  readonly allowGaps: boolean;
}

/** A segment and its audio. `pcm` is absent when only the pause is heard. */
export interface SpokenSegment {
  readonly segment: Segment;
  readonly pcm?: MeasuredPcm;
  /** Whether it came from the store. */
  readonly stored: boolean;
  /** Why the provider failed on it (only with `allowGaps`). */
  readonly gap?: AudiobookError;
}

/** Synthesizes segments concurrently, from the store where possible, and yields them in order. */
export function synthesize(
  segments: Iterable<Segment> | AsyncIterable<Segment>,
  tools: SynthesisTools,
): AsyncGenerator<SpokenSegment, void, undefined> {
  const stop = new AbortController();
  const signal = AbortSignal.any([tools.signal, stop.signal]);
  // Every pending segment adds a listener.
  setMaxListeners(0, tools.signal, signal);
  const range = concurrencyRange(tools);
  const work = segmentSynthesizer({ ...tools, signal, gate: openGate(range, tools), rate: new SpeakingRate() });
  return inOrder(segments, windowFor(range.max), async (segment) => {
    try {
      return await work(segment);
    } catch (error) {
      stop.abort(error); // The run ends here: cancel the pending segments.
      throw error;
    }
  });
}

/** Returns how many segments of a plan are stored already. */
export async function countStored(
  plan: Plan,
  tools: Pick<SynthesisTools, 'provider' | 'speakerOf' | 'store'>,
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

function openGate(range: ConcurrencyRange, { patienceMs = defaultPatienceMs, onProgress }: SynthesisTools): SpeechGate {
  return new SpeechGate(range, gatePolicyFor(patienceMs), {
    onWait: (notice) => onProgress({ type: 'provider-wait', ...notice }),
    onReady: (waitedMs) => onProgress({ type: 'provider-ready', waitedMs }),
  });
}

function windowFor(concurrency: number): number {
  return Math.max(16, concurrency * 3);
}

function addressOf(segment: Segment, tools: Pick<SynthesisTools, 'provider' | 'speakerOf'>): string {
  const { provider } = tools;
  const { text } = segment;
  const { voice, language } = tools.speakerOf(segment.language);
  return segmentAddress({ provider: provider.id, engine: provider.identity(voice), voice, language, text });
}

/** State shared by all segments of a run. */
interface RunTools extends SynthesisTools {
  readonly gate: SpeechGate;
  readonly rate: SpeakingRate;
}

function segmentSynthesizer(tools: RunTools): (segment: Segment) => Promise<SpokenSegment> {
  const pending = new Map<string, Promise<MeasuredPcm>>();
  return async (segment) => {
    if (!segment.spoken) return { segment, stored: true };
    const address = addressOf(segment, tools);
    const found = (await pending.get(address)) ?? (await tools.store.read(address));
    if (found) return { segment, pcm: found, stored: true };
    // Equal segments that are pending at the same time are synthesized once.
    const speaking = pending.get(address) ?? speakAndStore(segment, address, tools);
    pending.set(address, speaking);
    try {
      return { segment, pcm: await speaking, stored: false };
    } catch (error) {
      return { segment, stored: false, gap: gapOrThrow(error, tools) };
    } finally {
      pending.delete(address);
    }
  };
}

async function speakAndStore(segment: Segment, address: string, tools: RunTools): Promise<MeasuredPcm> {
  const { provider, signal, store, gate, rate, policy, onProgress } = tools;
  const { text, chapter, index } = segment;
  const { voice, language } = tools.speakerOf(segment.language);
  const onRetry = ({ attempt, delayMs, error }: RetryNotice): void =>
    onProgress({ type: 'segment-retry', chapter, segment: index, attempt, delayMs, reason: error.message });
  const pcm = measured(
    await speakSegment(provider, { text, voice, language, signal }, { gate, rate, policy, onRetry }),
  );
  await store.write(address, pcm);
  return pcm;
}

function gapOrThrow(thrown: unknown, { allowGaps, signal }: SynthesisTools): AudiobookError {
  const error = toAudiobookError(thrown);
  const isGap = error.code === 'provider-failed' && !(error instanceof ServiceDownError);
  if (allowGaps && !signal.aborted && isGap) return error;
  throw error;
}
