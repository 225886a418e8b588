import type { Pcm } from '../../core/pcm.ts';
import { retry } from '../../core/retry.ts';
import type { RetryNotice, RetryPolicy } from '../../core/retry.ts';
import type { SpeechMeasure } from '../check/measure-speech.ts';
import type { SpeechCheck } from '../check/speech-check.ts';
import type { SpeechGate } from '../gate/speech-gate.ts';
import type { SpeechProvider, SpeechRequest } from '../provider.ts';
import { OddLengthError, SpoiledAudioError } from './provider-errors.ts';
import { sampleWord } from './sample-word.ts';
import { spokenText } from './spoken-text.ts';
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
}

/** Good or doubtful audio, or what is wrong with it. */
export type Attempt =
  | { readonly pcm: Pcm; readonly isDoubtful?: boolean | undefined; readonly problem?: never }
  | Spoiled;

/** Two spoiled responses for one text. */
export interface Spoiled {
  readonly pcm?: never;
  readonly isDoubtful?: never;
  readonly problem: SpoiledAudioError;
  /** Audio of which only the length is unusual. */
  readonly odd: readonly Pcm[];
}

/** Returns the audio of a text. Retries by the policy when the service fails, and once when the audio is spoiled. */
export async function requestAudio(text: string, run: SpeakingRun): Promise<Attempt> {
  const { policy, request, onRetry } = run;
  const odd: Pcm[] = [];
  let spoiled = 0;
  const requestOnce = async (): Promise<Pcm> => {
    try {
      return await checkedAudio(text, run);
    } catch (thrown) {
      if (!(thrown instanceof SpoiledAudioError)) throw thrown;
      if (thrown instanceof OddLengthError) odd.push(thrown.pcm);
      spoiled += 1;
      throw spoiled < 2 ? thrown : new SpoiledAudioError(thrown.message, { retryable: false, cause: thrown });
    }
  };
  try {
    return { pcm: await retry(requestOnce, policy, request.signal, onRetry) };
  } catch (thrown) {
    if (thrown instanceof SpoiledAudioError) return { problem: thrown, odd };
    throw thrown;
  }
}

async function checkedAudio(text: string, run: SpeakingRun): Promise<Pcm> {
  const { provider, request, policy, check, gate } = run;
  const { language, signal } = request;
  const heard = (written: string): string => spokenText(provider, { ...request, text: written });
  const timeoutMs = policy.timeoutMs ?? provider.timeoutMs;
  const call = async (spoken: string): Promise<{ readonly pcm: Pcm; readonly speech: SpeechMeasure }> => {
    const pcm = await synthesizeInTime(provider, { ...request, text: spoken }, { timeoutMs, check });
    const { speech, problem } = check.measure(heard(spoken), pcm);
    if (problem === undefined) return { pcm, speech };
    provider.onSpoiled?.(pcm);
    throw new SpoiledAudioError(`${provider.id}: ${problem}`);
  };
  const sample = (): Promise<unknown> => call(sampleWord(language));
  const time = { size: text.length, deadlineMs: deadlineMs(timeoutMs, check.expectedSeconds(text, language)) };
  const answer = gate ? await gate.run(() => call(text), { ...time, signal, sample }) : await call(text);
  // Outside of the gate: an answer that is held back must not keep other requests from being sent.
  const problem = await check.judge({ text: heard(text), language, speech: answer.speech }, signal);
  if (problem === undefined) return answer.pcm;
  const message = `${provider.id}: ${problem.message}`;
  if (problem.grade !== 'slight') provider.onSpoiled?.(answer.pcm);
  throw problem.grade === 'wrong' ? new SpoiledAudioError(message) : new OddLengthError(message, answer.pcm);
}
