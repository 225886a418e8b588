import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { concatPcm, pcmSeconds } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { retry } from '../../core/retry.ts';
import type { RetryNotice, RetryPolicy } from '../../core/retry.ts';
import { checkAudio } from './check-audio.ts';
import { withServiceDeadline } from './with-service-deadline.ts';
import { halveText } from '../../text/halve-text.ts';
import type { SpeechProvider, SpeechRequest } from '../provider.ts';
import { SpeakingRate } from './speaking-rate.ts';
import { SpoiledAudioError } from './spoiled-audio-error.ts';
import type { SpeechGate } from '../gate/speech-gate.ts';

export interface SpeakPolicy extends RetryPolicy {
  /** Time for one request with a short text, in milliseconds; grows with the text. */
  readonly timeoutMs: number;
}

/** Service document 2.2 gives the 60 s; six tries with up to a minute between them outlast a restart of a service. */
export const speakPolicy: SpeakPolicy = { attempts: 6, firstDelayMs: 1000, maxDelayMs: 60_000, timeoutMs: 60_000 };

export interface SpeakOptions {
  readonly policy?: SpeakPolicy;
  readonly onRetry?: (notice: RetryNotice) => void;
  /** What this run has learned about the pace of speech; share one among all segments of a run. */
  readonly rate?: SpeakingRate;
  /** The run's way to the service; share one among all segments. Without it requests go out at once. */
  readonly gate?: Pick<SpeechGate, 'run'>;
}

/**
 * Whole audio for a segment, or an error that begins with what went wrong and shows how the text begins. Tries again
 * what a retry can help; audio that does not fit its text is asked for again, then in halves. Throws `provider-failed`,
 * `bad-value` or `canceled`.
 */
export async function speakSegment(
  provider: SpeechProvider,
  request: SpeechRequest,
  { policy = speakPolicy, onRetry, rate = new SpeakingRate(), gate }: SpeakOptions,
): Promise<Pcm> {
  const tools: Tools = { provider, request, policy, onRetry, rate, gate };
  try {
    const { pcm, problem } = await speakPiece(request.text, await take(request.text, tools), tools, maxDepth);
    if (problem) throw problem;
    return pcm;
  } catch (thrown) {
    throwIfCanceled(request.signal);
    throw withText(thrown, request.text);
  }
}

interface Tools extends Required<Pick<SpeakOptions, 'policy' | 'rate'>> {
  readonly provider: SpeechProvider;
  readonly request: SpeechRequest;
  readonly onRetry: SpeakOptions['onRetry'];
  readonly gate: SpeakOptions['gate'];
}

/** What came for a text: good audio, or what is wrong with it, and the audio when it may yet prove right. */
type Take =
  | { readonly pcm: Pcm; readonly problem?: never }
  | { readonly pcm?: Pcm; readonly problem: SpoiledAudioError };

/** Halves of halves of halves: an eighth of a segment is a clause or two. */
const maxDepth = 3;

/** Audio this close in length to that of the two halves was whole after all: the text is only quicker or slower than most. */
const agreement = 0.12;

async function speakPiece(text: string, whole: Take, tools: Tools, depth: number): Promise<Take> {
  if (!whole.problem) return whole;
  const halves = depth > 0 ? halveText(text) : undefined;
  if (!halves) return whole;
  const takes = [await take(halves[0], tools), await take(halves[1], tools)] as const;
  if (whole.pcm && agree(whole.pcm, takes) && isPossible(text, whole.pcm, tools)) return { pcm: whole.pcm };
  const first = await speakPiece(halves[0], takes[0], tools, depth - 1);
  if (first.problem) return { problem: first.problem };
  const second = await speakPiece(halves[1], takes[1], tools, depth - 1);
  return second.problem ? { problem: second.problem } : { pcm: concatPcm([first.pcm, second.pcm]) };
}

function agree(whole: Pcm, [first, second]: readonly [Take, Take]): boolean {
  if (!first.pcm || !second.pcm) return false;
  const together = pcmSeconds(first.pcm) + pcmSeconds(second.pcm);
  const alone = pcmSeconds(whole);
  return Math.abs(together - alone) <= alone * agreement;
}

/** No text is this much quicker or slower than the rest: a service that cuts all it speaks would agree with itself, too. */
function isPossible(text: string, pcm: Pcm, { rate, request }: Tools): boolean {
  const ratio = pcmSeconds(pcm) / rate.plausible(text, request.language).expected;
  return ratio > 0.6 && ratio < 2.5;
}

/** Asks for a text, twice when the audio is spoiled, and by the retry policy when the service fails. */
async function take(text: string, tools: Tools): Promise<Take> {
  const { policy, request, onRetry } = tools;
  let spoiled = 0;
  let doubtful: Pcm | undefined;
  const work = async (): Promise<Pcm> => {
    const pcm = await ask(text, tools);
    const problem = checkAudio(pcm, { text, language: request.language, rate: tools.rate });
    if (!problem) return pcm;
    if (problem.doubtful) doubtful = pcm;
    throw new SpoiledAudioError(`${tools.provider.id}: ${problem.message}`);
  };
  const spoilTwice = async (): Promise<Pcm> => {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof SpoiledAudioError)) throw thrown;
      spoiled += 1;
      throw spoiled < 2 ? thrown : new SpoiledAudioError(thrown.message, { retryable: false, cause: thrown });
    }
  };
  try {
    return { pcm: await retry(spoilTwice, policy, request.signal, onRetry) };
  } catch (thrown) {
    if (thrown instanceof SpoiledAudioError) return { problem: thrown, ...(doubtful && { pcm: doubtful }) };
    throw thrown;
  }
}

/** One request, with a deadline that grows with the time the text takes to speak. */
async function ask(text: string, { provider, request, policy, rate, gate }: Tools): Promise<Pcm> {
  const { signal, language } = request;
  const ms = policy.timeoutMs * (1 + rate.plausible(text, language).expected / 30);
  const call = (): Promise<Pcm> =>
    withServiceDeadline((limited) => provider.synthesize({ ...request, text, signal: limited }), {
      ms,
      what: `Speech provider '${provider.id}'`,
      signal,
    });
  return gate ? await gate.run(call, { size: text.length, signal }) : await call();
}

function withText(thrown: unknown, text: string): unknown {
  if (!(thrown instanceof AudiobookError) || thrown.code !== 'provider-failed') return thrown;
  const start = text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text;
  return new AudiobookError('provider-failed', `${thrown.message} The text: "${start}"`, { cause: thrown });
}
