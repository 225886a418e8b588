import { asSentence } from '../../core/as-sentence.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { concatPcm, pcmSeconds } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { retry } from '../../core/retry.ts';
import type { RetryNotice, RetryPolicy } from '../../core/retry.ts';
import { halveText } from '../../text/halve-text.ts';
import type { SpeechGate } from '../gate/speech-gate.ts';
import type { SpeechProvider, SpeechRequest } from '../provider.ts';
import { checkAudio } from './check-audio.ts';
import { ServiceDownError, SpoiledAudioError } from './provider-errors.ts';
import { sampleWord } from './sample-word.ts';
import { SpeakingRate } from './speaking-rate.ts';
import { synthesizeInTime } from './synthesize-in-time.ts';

/** Retries and time limit of a segment. */
export interface SpeakPolicy extends RetryPolicy {
  /** Time for one request with a short text, in milliseconds; grows with the text. Default: the provider's. */
  readonly timeoutMs?: number | undefined;
}

/** Default policy (docs/specification.md, "Speech providers"). While a service is down, the gate waits instead. */
export const speakPolicy: SpeakPolicy = { attempts: 6, firstDelayMs: 1000, maxDelayMs: 60_000 };

/** Options of `speakSegment`. */
export interface SpeakOptions {
  readonly policy?: SpeakPolicy | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Pace of speech learned so far; share one among all segments of a run. */
  readonly rate?: SpeakingRate | undefined;
  /** Limits the requests in flight; share one among all segments of a run. Default: requests are sent at once. */
  readonly gate?: Pick<SpeechGate, 'run'> | undefined;
  /** Sentence about the text for messages. Default: one that quotes the beginning of the text. */
  readonly aboutText?: string | undefined;
}

/**
 * Returns complete audio for a segment. Throws `provider-failed` with the beginning of the text, `bad-value` or `canceled`.
 *
 *     text ──> request ──────────────────────────────────────────────────────────> audio
 *              │  ▲  │
 *              │  │  └─ the service failed: wait and retry, up to `policy.attempts` ──> error
 *              │  └──── the audio is spoiled (damaged, silent, wrong length): retry once
 *              │
 *              └─ spoiled twice: request both halves
 *                   ├─ together as long as the whole: the length was right ────────> audio of the whole
 *                   └─ otherwise: each half for itself, down to an eighth ──────────> audio of both, or error
 *
 * A request waits in the gate for its turn, has one deadline that grows with its text, and is checked. Providers whose
 * service reports a text as too long divide it within the request (`synthesizeInParts`).
 */
export async function speakSegment(
  provider: SpeechProvider,
  request: SpeechRequest,
  {
    policy = speakPolicy,
    onRetry,
    rate = new SpeakingRate(),
    gate,
    aboutText = quoteStart(request.text),
  }: SpeakOptions,
): Promise<Pcm> {
  const run: Run = { provider, request, policy, onRetry, rate, gate };
  try {
    const { pcm, problem } = await settle(request.text, await attempt(request.text, run), run, maxDepth);
    if (problem) throw problem;
    return pcm;
  } catch (thrown) {
    throwIfCanceled(request.signal);
    throw withText(thrown, aboutText);
  }
}

/** Context that all parts of a segment share. */
interface Run {
  readonly provider: SpeechProvider;
  readonly request: SpeechRequest;
  readonly policy: SpeakPolicy;
  readonly onRetry: SpeakOptions['onRetry'];
  readonly rate: SpeakingRate;
  readonly gate: SpeakOptions['gate'];
}

/** Good audio, or a problem. With a problem, `pcm` is the audio whose length alone is doubtful. */
type Attempt =
  | { readonly pcm: Pcm; readonly problem?: never }
  | { readonly pcm?: Pcm | undefined; readonly problem: SpoiledAudioError };

/** A segment is halved at most three times: an eighth of it is a clause or two. */
const maxDepth = 3;

/** Share by which the length of the halves may differ from that of the whole. */
const agreement = 0.12;

/** Turns spoiled audio of a text into good audio by way of its halves, where that is possible. */
async function settle(text: string, whole: Attempt, run: Run, depth: number): Promise<Attempt> {
  if (!whole.problem) return whole;
  const halves = depth > 0 ? halveText(text) : undefined;
  if (!halves) return whole;
  const attempts = [await attempt(halves[0], run), await attempt(halves[1], run)] as const;
  if (whole.pcm && isAsLong(whole.pcm, attempts) && isPossible(text, whole.pcm, run)) return { pcm: whole.pcm };
  const first = await settle(halves[0], attempts[0], run, depth - 1);
  if (first.problem) return { problem: first.problem };
  const second = await settle(halves[1], attempts[1], run, depth - 1);
  return second.problem ? { problem: second.problem } : { pcm: concatPcm([first.pcm, second.pcm]) };
}

/** Returns whether the whole is as long as its halves: then the text is only spoken faster or slower than most. */
function isAsLong(whole: Pcm, [first, second]: readonly [Attempt, Attempt]): boolean {
  if (!first.pcm || !second.pcm) return false;
  const together = pcmSeconds(first.pcm) + pcmSeconds(second.pcm);
  return Math.abs(together - pcmSeconds(whole)) <= pcmSeconds(whole) * agreement;
}

/** A service that cuts everything it speaks also cuts the halves, so the length must be possible at all. */
function isPossible(text: string, pcm: Pcm, { rate, request }: Run): boolean {
  const ratio = pcmSeconds(pcm) / rate.plausible(text, request.language).expected;
  return ratio > 0.6 && ratio < 2.5;
}

/** Requests a text with retries: by the policy when the service fails, once when the audio is spoiled. */
async function attempt(text: string, run: Run): Promise<Attempt> {
  const { policy, request, onRetry } = run;
  let spoiled = 0;
  let doubtful: Pcm | undefined;
  const requestAudio = async (): Promise<Pcm> => {
    try {
      return await checkedAudio(text, run, (pcm) => (doubtful = pcm));
    } catch (thrown) {
      if (!(thrown instanceof SpoiledAudioError)) throw thrown;
      spoiled += 1;
      throw spoiled < 2 ? thrown : new SpoiledAudioError(thrown.message, { retryable: false, cause: thrown });
    }
  };
  try {
    return { pcm: await retry(requestAudio, policy, request.signal, onRetry) };
  } catch (thrown) {
    if (thrown instanceof SpoiledAudioError) return { problem: thrown, pcm: doubtful };
    throw thrown;
  }
}

async function checkedAudio(text: string, run: Run, onDoubtful: (pcm: Pcm) => void): Promise<Pcm> {
  const { provider, request, policy, rate, gate } = run;
  const { language, signal } = request;
  const call = (spoken: string): Promise<Pcm> =>
    synthesizeInTime(
      provider,
      { ...request, text: spoken },
      { timeoutMs: policy.timeoutMs ?? provider.timeoutMs, rate },
    );
  const sample = (): Promise<Pcm> => call(sampleWord(language));
  const pcm = gate ? await gate.run(() => call(text), { size: text.length, signal, sample }) : await call(text);
  const problem = checkAudio(pcm, { text, language, rate });
  if (!problem) return pcm;
  if (problem.doubtful) onDoubtful(pcm);
  throw new SpoiledAudioError(`${provider.id}: ${problem.message}`);
}

function withText(thrown: unknown, aboutText: string): unknown {
  if (!(thrown instanceof AudiobookError) || thrown.code !== 'provider-failed' || thrown instanceof ServiceDownError) {
    return thrown;
  }
  return new AudiobookError('provider-failed', `${asSentence(thrown.message)} ${aboutText}`, { cause: thrown });
}

function quoteStart(text: string): string {
  return `The text: "${text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text}"`;
}
