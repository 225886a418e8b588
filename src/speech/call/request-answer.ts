import type { Pcm } from '../../core/pcm.ts';
import { backoffMs, retry, wait } from '../../core/retry.ts';
import type { RetryNotice, RetryPolicy } from '../../core/retry.ts';
import type { Answer } from '../check/answer.ts';
import type { SpeechProblem } from '../check/judge-speech.ts';
import type { SpeechMeasure } from '../check/measure/measure-speech.ts';
import type { VoiceMemory } from '../check/voice-memory.ts';
import type { SpeechGate } from '../gate/speech-gate.ts';
import { voiceFacts } from '../provider.ts';
import type { SpeechProvider, SpeechRequest } from '../provider.ts';
import { SpoiledAudioError } from './provider-errors.ts';
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
  readonly voice: VoiceMemory;
  readonly gate?: Pick<SpeechGate, 'run'> | undefined;
}

/** How a text is asked for. */
export interface AskedText {
  /** The whole segment, or a part of it. */
  readonly text: string;
  /** The answers so far. */
  readonly before: readonly Answer[];
}

interface MeasuredAudio {
  readonly pcm: Pcm;
  readonly speech: SpeechMeasure;
}

/**
 * Requests the audio of a text, judges it, and returns it as an answer, which may have no audio. Retries by the policy when the
 * service fails; throws what the provider throws then.
 */
export async function requestAnswer(asked: AskedText, run: SpeakingRun): Promise<Answer> {
  await pauseAfterFault(asked, run);
  const request = async (): Promise<Answer> => {
    try {
      return judgedAnswer(await requestAudio(asked, run), asked.text, run);
    } catch (thrown) {
      if (!(thrown instanceof SpoiledAudioError)) throw thrown;
      const { message, isSound } = thrown;
      return { soundSeconds: 0, problem: { message, grade: 'wrong', isBroken: !isSound } };
    }
  };
  return await retry(request, run.policy, run.request.signal, run.onRetry);
}

/** Judges audio of a text that came before, in this run or an earlier one. */
export function judgedAnswer({ pcm, speech }: MeasuredAudio, text: string, run: SpeakingRun): Answer {
  const { provider, voice } = run;
  const { language, text: segment } = run.request;
  const problem = voice.judge({ text: heardOf(text, run), language, speech, segment });
  if (problem && problem.grade !== 'slight') provider.onSpoiled?.(pcm);
  return { pcm, speech, soundSeconds: speech.soundSeconds, problem: withProvider(problem, provider) };
}

/** A service that returned unusable audio is given time, as after a failure. */
async function pauseAfterFault({ before }: AskedText, { policy, request, onRetry }: SpeakingRun): Promise<void> {
  const problem = before.at(-1)?.problem;
  if (!problem) return;
  const attempt = before.length - 1 - before.findLastIndex((answer) => answer.problem === undefined);
  const delayMs = backoffMs(policy, attempt);
  onRetry?.({ attempt, delayMs, error: new SpoiledAudioError(problem.message) });
  await wait(delayMs, request.signal);
}

/** Requests audio when its turn has come. Throws `SpoiledAudioError` for audio that can be of no text. */
async function requestAudio({ text, before }: AskedText, run: SpeakingRun): Promise<MeasuredAudio> {
  const { provider, request, policy, voice, gate } = run;
  const { language, signal } = request;
  const timeoutMs = policy.timeoutMs ?? voiceFacts(provider, request.voice).timeoutMs;
  const call = async (spoken: string): Promise<MeasuredAudio> => {
    const pcm = await synthesizeInTime(provider, { ...request, text: spoken }, { timeoutMs, voice });
    const { speech, problem } = voice.measure(heardOf(spoken, run), pcm);
    if (problem === undefined) return { pcm, speech };
    provider.onSpoiled?.(pcm);
    throw new SpoiledAudioError(`${provider.id}: ${problem}`, { isSound: true });
  };
  if (!gate) return await call(text);
  const sample = (): Promise<unknown> => call(sampleWord(language));
  const time = deadlineMs(timeoutMs, voice.expectedSeconds(text, language));
  const isUrgent = before.length > 0 || text !== request.text;
  return await gate.run(() => call(text), { size: text.length, deadlineMs: time, isUrgent, signal, sample });
}

/** Returns a text as it is heard. */
export function heardOf(text: string, { provider, request }: Pick<SpeakingRun, 'provider' | 'request'>): string {
  return textAsHeard(provider, { ...request, text });
}

function withProvider(problem: SpeechProblem | undefined, { id }: SpeechProvider): SpeechProblem | undefined {
  return problem && { ...problem, message: `${id}: ${problem.message}` };
}
