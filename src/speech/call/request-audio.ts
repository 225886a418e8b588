import type { Pcm } from '../../core/pcm.ts';
import { retry } from '../../core/retry.ts';
import type { RetryNotice, RetryPolicy } from '../../core/retry.ts';
import type { SpeechMeasure } from '../check/measure/measure-speech.ts';
import type { SpeechCheck } from '../check/speech-check.ts';
import type { SpeechGate } from '../gate/speech-gate.ts';
import { voiceFacts } from '../provider.ts';
import type { SpeechProvider, SpeechRequest } from '../provider.ts';
import { OddLengthError, SpoiledAudioError, WrongAudioError } from './provider-errors.ts';
import type { OddAudio, WrongAudio } from './provider-errors.ts';
import { textAsHeard } from './text-as-heard.ts';
import { sampleWord } from './sample-word.ts';
import { deadlineMs, synthesizeInTime } from './synthesize-in-time.ts';

/** Retries and time limit of a segment. */
export interface SpeakPolicy extends RetryPolicy {
  /** Time for one request with a short text, in milliseconds; grows with the text. Default: the provider's. */
  readonly timeoutMs?: number | undefined;
}

/** A segment that is being spoken: what stays the same for all its parts. */
export interface SpeakingRun {
  readonly provider: SpeechProvider;
  readonly request: SpeechRequest;
  readonly policy: SpeakPolicy;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  readonly check: SpeechCheck;
  readonly gate?: Pick<SpeechGate, 'run'> | undefined;
  /** Whether the segment, or a part of it, was requested before. */
  readonly isRepeated?: boolean | undefined;
  /** Whether audio of the text is there already, to be compared. */
  readonly isCompared?: boolean | undefined;
}

/** Good or doubtful audio, or what is wrong with it. */
export type Attempt =
  | {
      readonly pcm: Pcm;
      readonly isDoubtful?: boolean | undefined;
      readonly problem?: never;
      /** Audio that was refused before. */
      readonly odd?: readonly OddAudio[];
      readonly wrong?: readonly WrongAudio[];
    }
  | Spoiled;

/** Two spoiled responses for one text. */
export interface Spoiled {
  readonly pcm?: never;
  readonly isDoubtful?: never;
  readonly problem: SpoiledAudioError;
  /** Audio of which only the length is unusual. */
  readonly odd: readonly OddAudio[];
  /** Intact audio that cannot be of the text. */
  readonly wrong?: readonly WrongAudio[];
}

/** Spoiled answers to a text, after which it is spoken in another way. */
const maxSpoiled = 2;
/** Answers with the audio of other texts that do not count as spoiled. */
const maxOfOtherTexts = 3;

/**
 * Returns the audio of a text. Retries by the policy when the service fails, once when the audio is spoiled, and up to three
 * times when it is that of another text. What a voice says that always speaks in the same way counts as said twice.
 */
export async function requestAudio(text: string, run: SpeakingRun): Promise<Attempt> {
  const { provider, policy, request, onRetry } = run;
  const countsAs = voiceFacts(provider, request.voice).nature === 'same' ? maxSpoiled : 1;
  const odd: OddAudio[] = [];
  const wrong: WrongAudio[] = [];
  let spoiled = 0;
  let ofOtherTexts = 0;
  const requestOnce = async (attempt: number): Promise<Pcm> => {
    try {
      return await checkedAudio(text, attempt > 1 ? { ...run, isRepeated: true } : run);
    } catch (thrown) {
      if (!(thrown instanceof SpoiledAudioError)) throw thrown;
      if (thrown instanceof OddLengthError) odd.push(...Array.from({ length: countsAs }, () => thrown.audio));
      if (thrown instanceof WrongAudioError) wrong.push(thrown.audio);
      // More answers show which of the two texts has the audio.
      if (thrown.kind === 'other-text' && ofOtherTexts < maxOfOtherTexts) ofOtherTexts += 1;
      else spoiled += countsAs;
      throw spoiled < maxSpoiled
        ? thrown
        : new SpoiledAudioError(thrown.message, { retryable: false, cause: thrown, kind: thrown.kind });
    }
  };
  try {
    return { pcm: await retry(requestOnce, policy, request.signal, onRetry), odd, wrong };
  } catch (thrown) {
    if (thrown instanceof SpoiledAudioError) return { problem: thrown, odd, wrong };
    throw thrown;
  }
}

interface MeasuredAudio {
  readonly pcm: Pcm;
  readonly speech: SpeechMeasure;
}

async function checkedAudio(text: string, run: SpeakingRun): Promise<Pcm> {
  const { provider, request, check, isCompared } = run;
  const { language, signal } = request;
  const { pcm, speech } = await measuredAudio(text, run);
  const answer = { text: heardOf(text, run), language, speech, requested: text, segment: request.text, isCompared };
  // Outside of the gate: an answer that is held back must not keep other requests from being sent.
  const problem = await check.judge(answer, signal, async (other) => (await measuredAudio(other, run)).speech);
  if (problem === undefined) return pcm;
  const message = `${provider.id}: ${problem.message}`;
  const { kind } = problem;
  if (problem.grade !== 'slight') provider.onSpoiled?.(pcm);
  throw problem.grade === 'wrong'
    ? new WrongAudioError(message, { pcm }, { kind })
    : new OddLengthError(message, { pcm, isCredible: problem.isMinor === true }, { kind });
}

/** Requests audio when its turn has come. Throws `SpoiledAudioError` for audio that can be of no text. */
async function measuredAudio(text: string, run: SpeakingRun): Promise<MeasuredAudio> {
  const { provider, request, policy, check, gate, isRepeated: isUrgent } = run;
  const { language, signal } = request;
  const timeoutMs = policy.timeoutMs ?? voiceFacts(provider, request.voice).timeoutMs;
  const call = async (spoken: string): Promise<MeasuredAudio> => {
    const pcm = await synthesizeInTime(provider, { ...request, text: spoken }, { timeoutMs, check });
    const { speech, problem } = check.measure(heardOf(spoken, run), pcm);
    if (problem === undefined) return { pcm, speech };
    provider.onSpoiled?.(pcm);
    throw new WrongAudioError(`${provider.id}: ${problem}`, { pcm, isNoSpeech: true });
  };
  if (!gate) return await call(text);
  const sample = (): Promise<unknown> => call(sampleWord(language));
  const time = deadlineMs(timeoutMs, check.expectedSeconds(text, language));
  return await gate.run(() => call(text), { size: text.length, deadlineMs: time, isUrgent, signal, sample });
}

function heardOf(text: string, { provider, request }: SpeakingRun): string {
  return textAsHeard(provider, { ...request, text });
}
