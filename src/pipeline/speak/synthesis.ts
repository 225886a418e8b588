import { setMaxListeners } from 'node:events';
import type { ProgressListener } from '../../core/progress.ts';
import { voiceFacts } from '../../speech/provider.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { ConcurrencyRange } from '../../core/gate/adaptive-concurrency.ts';
import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import { atTempo } from './at-tempo.ts';
import { findingMessage, HeardSegments, isBad } from '../hear/listening.ts';
import type { Finding, Listening } from '../hear/listening.ts';
import { DoubtfulSegments, doubtMessage } from './doubtful-segments.ts';
import { inOrder } from './in-order.ts';
import type { Segment } from '../plan/plan.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';
import type { MeasuredPcm } from '../store/segment-file.ts';
import { isDoubted, speakAgain } from './segment-sound.ts';
import type { SoundTools } from './segment-sound.ts';
import type { SegmentStore } from '../store/segment-store.ts';
import { segmentSynthesizer } from './spoken-segment.ts';
import type { SpokenSegment } from './spoken-segment.ts';
import { SpeedMeter } from './speed-meter.ts';
import type { SpeechSpeeds } from './speech-speeds.ts';
import { addressOf } from './segment-address.ts';
import { UnconfirmedSegments } from './unconfirmed-segments.ts';
import { VoiceChecks } from './voice-checks.ts';
import { defaultPatienceMs, gatePolicyFor } from '../../speech/gate/gate-policy.ts';
import type { SpeakPolicy } from '../../speech/call/request-audio.ts';
import type { Doubt } from '../../speech/call/speak-segment.ts';
import { SpeechGate } from '../../speech/gate/speech-gate.ts';

/** Dependencies of `synthesize`. */
export interface SynthesisTools {
  readonly provider: SpeechProvider;
  /** Returns who speaks a text. */
  readonly speakerOf: VoiceCast['speakerOf'];
  readonly store: SegmentStore;
  /** Needed where voices cannot speak at the speed of the run. */
  readonly ffmpeg?: Ffmpeg | undefined;
  /** Keeps how fast the voices were. */
  readonly speeds?: SpeechSpeeds | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
  /** Fixed number of requests in flight. Default: found while running. */
  readonly concurrency?: number | undefined;
  /** Time for which the provider may be down before the run ends, in milliseconds; Infinity to wait for ever. Default: 5 minutes. */
  readonly patienceMs?: number | undefined;
  /** Whether the provider has spoken a word before the run. */
  readonly isChecked?: boolean | undefined;
  /** Retries and time limit of each segment. Default: `speakPolicy`. */
  readonly policy?: SpeakPolicy | undefined;
  /** Whether the audio is heard while it is made, so that no answer is held back until others show the pace of the voice. */
  readonly isStreamed?: boolean | undefined;
  /** Continue when a segment fails. */
  readonly allowGaps: boolean;
  /** Hears what is spoken. Default: nothing is heard. */
  readonly listening?: Listening | undefined;
  /** Called at the end of a run with the segments whose audio was wrong and was replaced in the store after they were yielded. */
  readonly onReplaced?: ((segments: readonly Segment[]) => void) | undefined;
}

/**
 * Synthesizes segments concurrently, from the store where possible, and yields them in order. Throws `provider-failed` also
 * when the length of too many of them does not fit their text.
 */
export async function* synthesize(
  segments: Iterable<Segment> | AsyncIterable<Segment>,
  tools: SynthesisTools,
): AsyncGenerator<SpokenSegment, void, undefined> {
  const stop = new AbortController();
  const signal = AbortSignal.any([tools.signal, stop.signal]);
  // Every pending segment adds a listener.
  setMaxListeners(0, tools.signal, signal);
  const range = concurrencyRange(tools);
  const checks = new VoiceChecks(tools.provider, tools.store.folder, { holdBack: !tools.isStreamed });
  const meter = new SpeedMeter();
  const gate = openGate(range, tools, meter);
  const unconfirmed = new UnconfirmedSegments(checks.trust, tools.store);
  const run = { ...tools, signal, gate, checks, meter, unconfirmed };
  const work = atTempo(segmentSynthesizer(run), { ...tools, signal });
  const doubtful = new DoubtfulSegments();
  const heard = new HeardSegments();
  try {
    const spokenInOrder = inOrder(segments, windowFor(range.max, tools.provider), async (segment) => {
      try {
        return await work(segment);
      } catch (error) {
        stop.abort(error); // The run ends here: cancel the pending segments.
        throw error;
      }
    });
    for await (const spoken of spokenInOrder) {
      if (spoken.segment.spoken) doubtful.add(spoken.segment.text, spoken.doubt);
      if (spoken.doubt) warnOfDoubt(spoken.segment, spoken.doubt, tools);
      if (spoken.finding) heard.add(spoken.segment.text, spoken.finding);
      if (spoken.finding) warnOfFinding(spoken.segment, spoken.finding, tools);
      yield spoken;
    }
    doubtful.finish();
    await confirmEarlier(run, windowFor(range.max, tools.provider));
  } catch (error) {
    stop.abort(error);
    await judgeFirst(run);
    throw error;
  } finally {
    await unconfirmed.forget();
    await checks.save();
    await keepSpeeds(meter, tools);
  }
}

/** Discards doubtful audio, so that the next run requests it again. */
async function judgeFirst(run: SoundTools): Promise<void> {
  await run.unconfirmed.judgeAgain((segment, pcm) => isDoubted(segment, pcm, run));
}

/**
 * Compares what was believed before the service was caught at wrong audio, or before its pace was known, with other answers.
 * Audio that was already streamed cannot be replaced: it is only removed from the store.
 */
async function confirmEarlier(run: SynthesisTools & SoundTools, window: number): Promise<void> {
  const { unconfirmed, checks, isStreamed = false, onProgress, onReplaced } = run;
  if (isStreamed) {
    if (unconfirmed.doubted > 0) onProgress({ type: 'warning', message: streamedWarning(unconfirmed.doubted) });
    return;
  }
  await judgeFirst(run);
  let requested = 0;
  const replaced: Segment[] = [];
  // One that is wrong puts those around it in doubt.
  while (unconfirmed.doubted > 0) {
    requested += unconfirmed.doubted;
    replaced.push(...(await unconfirmed.confirm(window, (segment, earlier) => speakAgain(segment, run, earlier))));
  }
  if (replaced.length > 0) onReplaced?.(replaced);
  else if (requested === 0 || !checks.trust.isCaught) return;
  onProgress({ type: 'warning', message: confirmedWarning(requested, replaced.length) });
}

function confirmedWarning(requested: number, replaced: number): string {
  const found = replaced === 0 ? 'all of them were right.' : `${replaced} of them were wrong and have been replaced.`;
  return `The service returned wrong audio, so ${requested} passages that it had spoken before were requested again: ${found}`;
}

function streamedWarning(doubted: number): string {
  return `The service returned wrong audio, so the ${doubted} passages before may have been wrong, too. Run again to request them again.`;
}

function warnOfDoubt({ text }: Segment, doubt: Doubt, { onProgress }: SynthesisTools): void {
  const message = `${doubtMessage(text, doubt)} Repeated requests return the same, so it was kept. Listen to it.`;
  onProgress({ type: 'warning', message });
}

function warnOfFinding({ text }: Segment, finding: Finding, { onProgress }: SynthesisTools): void {
  if (!isBad(finding)) return;
  const message = `${findingMessage(text, finding)} It was spoken again, and the best take was kept. Listen to it.`;
  onProgress({ type: 'warning', message });
}

async function keepSpeeds(meter: SpeedMeter, { provider, speeds }: SynthesisTools): Promise<void> {
  const measuredSpeeds = meter.speeds();
  await speeds?.keep(
    measuredSpeeds.map((speed) => ({ ...speed, provider: provider.id, engine: provider.identity(speed.voice) })),
  );
}

/** Returns the stored audio of a segment at the speed of the run, or undefined. */
export async function readSpoken(segment: Segment, tools: SynthesisTools): Promise<MeasuredPcm | undefined> {
  const read = atTempo(async (one) => ({ pcm: await tools.store.read(addressOf(one, tools)) }), tools);
  return (await read(segment)).pcm;
}

function concurrencyRange({ provider, speakerOf, concurrency: fixed }: SynthesisTools): ConcurrencyRange {
  if (fixed !== undefined) return { start: fixed, min: fixed, max: fixed };
  return voiceFacts(provider, speakerOf({}).voice).concurrency;
}

function openGate(range: ConcurrencyRange, tools: SynthesisTools, meter: SpeedMeter): SpeechGate {
  const { provider, speakerOf, patienceMs = defaultPatienceMs, isChecked, onProgress } = tools;
  const known = { timeoutMs: voiceFacts(provider, speakerOf({}).voice).timeoutMs, isChecked };
  return new SpeechGate(range, gatePolicyFor(patienceMs, known), {
    onWait: (notice) => onProgress({ type: 'provider-wait', ...notice }),
    onPause: (pause) => onProgress({ type: 'provider-pause', ...pause }),
    onReady(waitedMs) {
      meter.waited(waitedMs);
      onProgress({ type: 'provider-ready', waitedMs });
    },
  });
}

/** Text whose sound may wait for its turn, in characters: about five minutes. */
const windowCharacters = 4800;
const maxWaiting = 16;

/** Segments to spare where all take about as long. */
const steadySpare = 4;

/** Returns how many segments are made ahead: all requests in flight with some to spare, and more of short ones. */
function windowFor(inFlight: number, { target, concurrency }: SpeechProvider): number {
  // Answers of services may come late. Engines of this machine, of which the number is fixed, are steady.
  const spare = concurrency.start === concurrency.max ? steadySpare : 2 * inFlight;
  return Math.max(inFlight + spare, Math.min(maxWaiting, Math.floor(windowCharacters / target)));
}
