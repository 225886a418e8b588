import { setMaxListeners } from 'node:events';
import type { ProgressListener } from '../../core/progress.ts';
import { voiceFacts } from '../../speech/provider.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { ConcurrencyRange } from '../../core/gate/adaptive-concurrency.ts';
import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import { atTempo } from './at-tempo.ts';
import { findingMessage, isBad } from '../hear/listening.ts';
import type { Finding, Listening } from '../hear/listening.ts';
import { inOrder } from './in-order.ts';
import type { Segment } from '../plan/plan.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';
import type { MeasuredPcm } from '../store/segment-file.ts';
import { doubtMessage, RunEnd } from './run-end.ts';
import { doubtAbout, isDoubted, speakAgain } from './segment-sound.ts';
import type { SoundTools } from './segment-sound.ts';
import type { SegmentStore } from '../store/segment-store.ts';
import { segmentSynthesizer } from './spoken-segment.ts';
import type { SpokenSegment } from './spoken-segment.ts';
import { SpeedMeter } from './speed-meter.ts';
import type { SpeechSpeeds } from './speech-speeds.ts';
import { addressOf } from './segment-address.ts';
import { UnconfirmedSegments } from './unconfirmed-segments.ts';
import type { ChangedSegment } from './unconfirmed-segments.ts';
import { VoiceMemories } from './voice-memories.ts';
import { defaultPatienceMs, gatePolicyFor } from '../../speech/gate/gate-policy.ts';
import type { SpeakPolicy } from '../../speech/call/request-answer.ts';
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
  /** Whether the audio is heard while it is made, so that none of it can be replaced. */
  readonly isStreamed?: boolean | undefined;
  /** Continue when a segment fails. */
  readonly allowGaps: boolean;
  /** Hears what is spoken. Default: nothing is heard. */
  readonly listening?: Listening | undefined;
  /** Whether the run goes through its audio again: what is in doubt was settled before. */
  readonly isAgain?: boolean | undefined;
  /** Called at the end of a run with the segments that were replaced in the store, or put in doubt, after they were yielded. */
  readonly onChanged?: ((changes: readonly ChangedSegment[]) => void) | undefined;
}

/**
 * Synthesizes segments concurrently, from the store where possible, and yields them in order. Throws `provider-failed` also
 * when the service does not deliver (`RunEnd`).
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
  const voices = new VoiceMemories(tools.provider, tools.store.folder);
  const meter = new SpeedMeter();
  const gate = openGate(range, tools, meter);
  const unconfirmed = new UnconfirmedSegments(voices.trust, tools.store);
  const run = { ...tools, signal, gate, voices, meter, unconfirmed };
  const work = atTempo(segmentSynthesizer(run), { ...tools, signal });
  const end = new RunEnd();
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
      if (spoken.segment.spoken) end.add({ ...spoken, text: spoken.segment.text });
      if (spoken.doubt) warnOfDoubt(spoken.segment, spoken.doubt, tools);
      if (spoken.finding) warnOfFinding(spoken.segment, spoken.finding, tools);
      yield spoken;
    }
    for (const { segment, doubt } of await settleEarlier(run, windowFor(range.max, tools.provider))) {
      if (doubt) end.addDoubt(segment.text, doubt);
    }
    end.finish();
  } catch (error) {
    stop.abort(error);
    await judgeFirst(run);
    throw error;
  } finally {
    await unconfirmed.forget();
    await voices.save();
    await keepSpeeds(meter, tools);
  }
}

/** Discards doubtful audio, so that the next run requests it again. */
async function judgeFirst(run: SoundTools): Promise<void> {
  await run.unconfirmed.judgeAgain((segment, pcm) => isDoubted(segment, pcm, run));
}

/**
 * Compares what was believed before the service was caught at wrong audio, or before its pace was known, with other answers.
 * Audio that was already streamed cannot be replaced: it is in doubt, and removed from the store. Returns what changed.
 */
async function settleEarlier(run: SynthesisTools & SoundTools, window: number): Promise<readonly ChangedSegment[]> {
  const { unconfirmed, isStreamed = false, onProgress, onChanged } = run;
  if (!isStreamed) await judgeFirst(run);
  const requested = unconfirmed.doubted().length;
  const changes = isStreamed ? await doubtStreamed(run) : await confirmEarlier(run, window);
  if (changes.length > 0) onChanged?.(changes);
  const message = isStreamed ? streamedWarning(requested) : confirmedWarning(requested, changes);
  if (changes.length > 0 || (requested > 0 && run.voices.trust.isCaught)) onProgress({ type: 'warning', message });
  return changes;
}

async function doubtStreamed(run: SoundTools): Promise<readonly ChangedSegment[]> {
  const changes: ChangedSegment[] = [];
  for (const { segment, address } of run.unconfirmed.doubted()) {
    const pcm = await run.store.read(address);
    if (pcm) changes.push({ segment, isReplaced: false, doubt: await doubtAbout(segment, pcm, run) });
  }
  return changes;
}

async function confirmEarlier(run: SynthesisTools & SoundTools, window: number): Promise<readonly ChangedSegment[]> {
  const { unconfirmed } = run;
  const changes: ChangedSegment[] = [];
  // One that is wrong puts those around it in doubt.
  while (unconfirmed.doubted().length > 0) {
    changes.push(...(await unconfirmed.confirm(window, (segment, earlier) => speakAgain(segment, run, earlier))));
  }
  return changes;
}

function confirmedWarning(requested: number, changes: readonly ChangedSegment[]): string {
  const replaced = changes.filter(({ isReplaced }) => isReplaced).length;
  const doubted = changes.filter(({ doubt }) => doubt !== undefined).length;
  const found = replaced === 0 ? 'all of them were right.' : `${replaced} of them were wrong and have been replaced.`;
  const open = doubted === 0 ? found : `${replaced} of them have been replaced, ${doubted} are in doubt.`;
  return `The service returned wrong audio, so ${requested} passages that it had spoken before were requested again: ${open}`;
}

function streamedWarning(doubted: number): string {
  return `The service returned wrong audio, so the ${doubted} passages before may have been wrong, too. Run again to request them again.`;
}

/** Passages that were only compared by their length are many, and counted at the end. */
function warnOfDoubt({ text }: Segment, doubt: Doubt, { onProgress }: SynthesisTools): void {
  if (doubt.reason === 'unheard') return;
  onProgress({ type: 'warning', message: `${doubtMessage(text, doubt)} Listen to it.` });
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
