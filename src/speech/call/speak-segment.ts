import { asSentence } from '../../core/as-sentence.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { concatPcm, pcmSeconds } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { retry } from '../../core/retry.ts';
import type { RetryNotice, RetryPolicy } from '../../core/retry.ts';
import { halveText } from '../../text/halve-text.ts';
import { textStart } from '../../text/text-start.ts';
import { SpeechCheck } from '../check/speech-check.ts';
import type { SpeechMeasure } from '../check/measure-speech.ts';
import type { SpeechGate } from '../gate/speech-gate.ts';
import type { SpeechProvider, SpeechRequest } from '../provider.ts';
import { OddLengthError, ServiceDownError, SpoiledAudioError } from './provider-errors.ts';
import { sampleWord } from './sample-word.ts';
import { spokenText } from './spoken-text.ts';
import { deadlineMs, synthesizeInTime } from './synthesize-in-time.ts';

/** Retries and time limit of a segment. */
export interface SpeakPolicy extends RetryPolicy {
  /** Time for one request with a short text, in milliseconds; grows with the text. Default: the provider's. */
  readonly timeoutMs?: number | undefined;
}

/** Default policy (docs/specification.md, "Speech providers"). While a service is down, the gate waits instead. */
export const speakPolicy: SpeakPolicy = { attempts: 6, firstDelayMs: 1000, maxDelayMs: 60_000 };

/** Policy of a single text without a gate. A service that hangs fails after the attempt in which the first minute ends. */
export const singleTextPolicy: SpeakPolicy = { ...speakPolicy, maxAttemptsMs: 60_000 };

/** Options of `speakSegment`. */
export interface SpeakOptions {
  readonly policy?: SpeakPolicy | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Judges the audio; share one among all segments of a run with one voice. */
  readonly check?: SpeechCheck | undefined;
  /** Limits the requests in flight; share one among all segments of a run. Default: requests are sent at once. */
  readonly gate?: Pick<SpeechGate, 'run'> | undefined;
  /** Sentence about the text for messages. Default: one that quotes the beginning of the text. */
  readonly aboutText?: string | undefined;
}

/** Audio of a segment. */
export interface SpokenAudio {
  readonly pcm: Pcm;
  /** Present when the length does not fit the text, and repeated requests return the same length. */
  readonly doubt?: Doubt | undefined;
}

/** Lengths of audio that may not hold all of its text. */
export interface Doubt {
  readonly expectedSeconds: number;
  readonly seconds: number;
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
 *                   ├─ whole and halves odd, each the same twice: the text is odd ──> audio in doubt
 *                   └─ otherwise: each half for itself, down to an eighth ──────────> audio of both, in doubt, or error
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
    check = new SpeechCheck(),
    gate,
    aboutText = `The text: "${textStart(request.text)}"`,
  }: SpeakOptions,
): Promise<SpokenAudio> {
  const segment = check.startSegment();
  const run: Run = { provider, request, policy, onRetry, check, gate };
  try {
    const { pcm, problem, isDoubtful } = await settle(request.text, await attempt(request.text, run), run, maxDepth);
    if (problem) throw problem;
    return { pcm, doubt: isDoubtful ? doubtAbout(pcm, run) : undefined };
  } catch (thrown) {
    throwIfCanceled(request.signal);
    throw withText(thrown, aboutText);
  } finally {
    segment[Symbol.dispose]();
  }
}

/** What stays the same for all parts of a segment. */
interface Run {
  readonly provider: SpeechProvider;
  readonly request: SpeechRequest;
  readonly policy: SpeakPolicy;
  readonly onRetry: SpeakOptions['onRetry'];
  readonly check: SpeechCheck;
  readonly gate: SpeakOptions['gate'];
}

/** Good or doubtful audio, or what is wrong with it. */
type Attempt = { readonly pcm: Pcm; readonly isDoubtful?: boolean | undefined; readonly problem?: never } | Spoiled;

/** Two spoiled responses for one text. */
interface Spoiled {
  readonly pcm?: never;
  readonly isDoubtful?: never;
  readonly problem: SpoiledAudioError;
  /** Audio of which only the length is wrong. */
  readonly odd: readonly Pcm[];
}

type Halves<T> = readonly [T, T];

/** A segment is halved at most three times: an eighth of it is a clause or two. */
const maxDepth = 3;

/** Share by which the length of the halves may differ from that of the whole. */
const halvesAgreement = 0.12;

/** Turns spoiled audio of a text into good audio by way of its halves, where that is possible. */
async function settle(text: string, whole: Attempt, run: Run, depth: number): Promise<Attempt> {
  if (!whole.problem) return whole;
  const halves = depth > 0 ? halveText(text) : undefined;
  if (!halves) return inDoubt(whole);
  const attempts: Halves<Attempt> = [await attempt(halves[0], run), await attempt(halves[1], run)];
  return confirmed(text, whole, attempts, run) ?? (await settleHalves({ whole, halves, attempts, depth, run }));
}

/** Returns the audio of the whole when the halves show that it is not cut, or that smaller parts will be as odd. */
function confirmed(text: string, whole: Spoiled, halves: Halves<Attempt>, run: Run): Attempt | undefined {
  const [odd] = whole.odd;
  if (odd && isAsLong(odd, halves) && isPossible(text, odd, run)) return { pcm: odd };
  const isAlwaysOdd = halves.every((half) => half.problem && inDoubt(half).isDoubtful);
  const doubted = inDoubt(whole);
  return isAlwaysOdd && doubted.isDoubtful ? doubted : undefined;
}

interface SpoiledText {
  readonly whole: Spoiled;
  readonly halves: Halves<string>;
  readonly attempts: Halves<Attempt>;
  readonly depth: number;
  readonly run: Run;
}

/** Settles each half for itself, and falls back to the whole when one of them fails. */
async function settleHalves({ whole, halves, attempts, depth, run }: SpoiledText): Promise<Attempt> {
  const first = await settle(halves[0], attempts[0], run, depth - 1);
  if (first.problem) return inDoubt(whole, first.problem);
  const second = await settle(halves[1], attempts[1], run, depth - 1);
  if (second.problem) return inDoubt(whole, second.problem);
  if (first.pcm.sampleRate !== second.pcm.sampleRate) return inDoubt(whole);
  return { pcm: concatPcm([first.pcm, second.pcm]), isDoubtful: first.isDoubtful || second.isDoubtful };
}

/** Reports whether the audio of the whole is as long as that of its halves: then the text is only spoken faster or slower than most. */
function isAsLong(whole: Pcm, halves: Halves<Attempt>): boolean {
  const [first, second] = halves;
  if (!first.pcm || !second.pcm) return false;
  const together = pcmSeconds(first.pcm) + pcmSeconds(second.pcm);
  return Math.abs(together - pcmSeconds(whole)) <= pcmSeconds(whole) * halvesAgreement;
}

/** A service that cuts everything it speaks also cuts the halves, so the length must be possible at all. */
function isPossible(text: string, pcm: Pcm, { check, provider, request }: Run): boolean {
  const heard = spokenText(provider, { ...request, text });
  const ratio = pcmSeconds(pcm) / check.expectedSeconds(heard, request.language);
  return ratio > 0.6 && ratio < 2.5;
}

/** Share and seconds by which repeated answers may differ that agree. */
const repeatAgreement = { share: 0.05, seconds: 0.1 };

/** Accepts audio of odd length in doubt, when two answers agree. */
function inDoubt(attempted: Attempt, problem = attempted.problem): Attempt {
  if (!attempted.problem || !problem) return attempted;
  const [pcm, again] = attempted.odd;
  if (!pcm || !again) return { problem, odd: attempted.odd };
  const seconds = pcmSeconds(pcm);
  const allowed = Math.max(repeatAgreement.seconds, seconds * repeatAgreement.share);
  const isSame = Math.abs(seconds - pcmSeconds(again)) <= allowed;
  return isSame ? { pcm, isDoubtful: true } : { problem, odd: attempted.odd };
}

function doubtAbout(pcm: Pcm, { check, provider, request }: Run): Doubt {
  const expectedSeconds = check.expectedSeconds(spokenText(provider, request), request.language);
  return { expectedSeconds, seconds: pcmSeconds(pcm) };
}

/** Requests a text with retries: by the policy when the service fails, once when the audio is spoiled. */
async function attempt(text: string, run: Run): Promise<Attempt> {
  const { policy, request, onRetry } = run;
  const odd: Pcm[] = [];
  let spoiled = 0;
  const requestAudio = async (): Promise<Pcm> => {
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
    return { pcm: await retry(requestAudio, policy, request.signal, onRetry) };
  } catch (thrown) {
    if (thrown instanceof SpoiledAudioError) return { problem: thrown, odd };
    throw thrown;
  }
}

async function checkedAudio(text: string, run: Run): Promise<Pcm> {
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
  provider.onSpoiled?.(answer.pcm);
  throw new OddLengthError(`${provider.id}: ${problem}`, answer.pcm);
}

function withText(thrown: unknown, aboutText: string): unknown {
  if (!(thrown instanceof AudiobookError) || thrown.code !== 'provider-failed' || thrown instanceof ServiceDownError) {
    return thrown;
  }
  return new AudiobookError('provider-failed', `${asSentence(thrown.message)} ${aboutText}`, { cause: thrown });
}
