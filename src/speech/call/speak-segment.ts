import { asSentence } from '../../core/strings/as-sentence.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { concatPcm, pcmSeconds } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { RetryNotice } from '../../core/retry.ts';
import { halveText } from '../../text/cut/halve-text.ts';
import { textStart } from '../../text/text-start.ts';
import { soundSeconds } from '../check/measure/measure-speech.ts';
import { SpeechCheck } from '../check/speech-check.ts';
import type { SpeechGate } from '../gate/speech-gate.ts';
import type { SpeechProvider, SpeechRequest } from '../provider.ts';
import { joinSpeech } from '../words/join-speech.ts';
import { agreedAudio } from './confirm/agreed-audio.ts';
import { confirmByRepetition } from './confirm/confirm-by-repetition.ts';
import { textAsHeard } from './text-as-heard.ts';
import { ServiceDownError } from './provider-errors.ts';
import type { Attempt, SpeakPolicy, SpeakingRun, Spoiled } from './request-audio.ts';

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
  /** Audio of the text that was believed before. When given, answers are compared in any case. */
  readonly earlier?: readonly Pcm[] | undefined;
}

/** Audio of a segment. */
export interface SpokenAudio {
  readonly pcm: Pcm;
  /** Present when the length does not fit the text, and repeated requests return the same length. */
  readonly doubt?: Doubt | undefined;
  /** Number of the answer when it was believed without being compared. */
  readonly unconfirmed?: number | undefined;
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
 * A service that was caught at wrong audio is asked for each text until enough answers agree (`agreedAudio`). A request waits in the gate for its turn, has one deadline that grows with its text, and is checked. Providers whose
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
    earlier,
  }: SpeakOptions,
): Promise<SpokenAudio> {
  const segment = check.startSegment();
  const run: SpeakingRun = { provider, request, policy, onRetry, check, gate };
  try {
    const { pcm, problem, isDoubtful } = await settle(
      request.text,
      await agreedAudio(request.text, run, earlier),
      { ...run, isRepeated: true },
      maxDepth,
    );
    if (problem) throw problem;
    const { isCaught, answers } = check.trust;
    const unconfirmed = isCaught || earlier || check.isOfWholeTexts ? undefined : answers;
    return { pcm, doubt: isDoubtful ? doubtAbout(pcm, run) : undefined, unconfirmed };
  } catch (thrown) {
    throwIfCanceled(request.signal);
    throw withText(thrown, aboutText);
  } finally {
    segment[Symbol.dispose]();
  }
}

type Halves<T> = readonly [T, T];

/** A segment is halved at most three times: an eighth of it is a clause or two. */
const maxDepth = 3;

/** Share by which the sound of the halves may differ from that of the whole: less than one sentence of many. */
const halvesAgreement = 0.06;
/** Share by which halves that are right exceed a whole that is not. Spoken alone, they are a little longer. */
const provingShare = 0.15;

/** Turns spoiled audio of a text into good audio by way of its halves, where that is possible. */
async function settle(text: string, whole: Attempt, run: SpeakingRun, depth: number): Promise<Attempt> {
  if (!whole.problem) return whole;
  const compared = whole.odd.length > 0 ? await confirmByRepetition(text, whole, run) : undefined;
  if (compared) return compared;
  const halves = depth > 0 ? halveText(text) : undefined;
  if (!halves) return inDoubt(whole);
  const attempts: Halves<Attempt> = [await agreedAudio(halves[0], run), await agreedAudio(halves[1], run)];
  return confirmed(text, whole, attempts, run) ?? (await settleHalves({ whole, halves, attempts, depth, run }));
}

/** Returns the audio of the whole when the halves show that it is not cut, or that smaller parts will be as odd. */
function confirmed(text: string, whole: Spoiled, halves: Halves<Attempt>, run: SpeakingRun): Attempt | undefined {
  const [odd] = whole.odd;
  // Audio with a repetition, or with an unusual sound, may well be as long.
  const { kind } = whole.problem;
  const provesNothing = kind === 'doubled' || kind === 'unusual';
  if (odd && !provesNothing && isAsLong(odd.pcm, halves) && isPossible(text, odd.pcm, run)) return { pcm: odd.pcm };
  const isAlwaysOdd = halves.every((half) => half.problem && inDoubt(half).isDoubtful);
  const doubted = inDoubt(whole);
  return isAlwaysOdd && doubted.isDoubtful ? doubted : undefined;
}

interface SpoiledText {
  readonly whole: Spoiled;
  readonly halves: Halves<string>;
  readonly attempts: Halves<Attempt>;
  readonly depth: number;
  readonly run: SpeakingRun;
}

/** Settles each half for itself, and falls back to the whole when one of them fails. */
async function settleHalves({ whole, halves, attempts, depth, run }: SpoiledText): Promise<Attempt> {
  const first = await settle(halves[0], attempts[0], run, depth - 1);
  if (first.problem) return inDoubt(whole, first.problem);
  const second = await settle(halves[1], attempts[1], run, depth - 1);
  if (second.problem) return inDoubt(whole, second.problem);
  noteMissing(whole, [first, second], run);
  const isDoubtful = first.isDoubtful || second.isDoubtful;
  // Audio that cannot be right does not become doubtful because its parts are too short to judge.
  if (isDoubtful && whole.odd.length === 0) return whole;
  if (first.pcm.sampleRate !== second.pcm.sampleRate) return inDoubt(whole);
  const parts = [
    { text: halves[0], pcm: first.pcm },
    { text: halves[1], pcm: second.pcm },
  ];
  return { pcm: joinSpeech(parts), isDoubtful };
}

/** Good halves that are much longer than the whole prove that part of it was missing. */
function noteMissing({ odd: [odd] }: Spoiled, halves: Halves<Attempt>, { check: { trust } }: SpeakingRun): void {
  if (!odd || halves.some(({ isDoubtful }) => isDoubtful)) return;
  const together = soundSeconds(concatPcm(halves.flatMap(({ pcm }) => pcm ?? [])));
  if (together > soundSeconds(odd.pcm) * (1 + provingShare)) trust.addFault();
}

/** Reports whether the audio of the whole is as long as that of its halves: then the text is only spoken faster or slower than most. */
function isAsLong(whole: Pcm, halves: Halves<Attempt>): boolean {
  const [first, second] = halves;
  if (!first.pcm || !second.pcm) return false;
  const together = soundSeconds(first.pcm) + soundSeconds(second.pcm);
  return Math.abs(together - soundSeconds(whole)) <= soundSeconds(whole) * halvesAgreement;
}

/** A service that cuts everything it speaks also cuts the halves, so the length must be possible at all. */
function isPossible(text: string, pcm: Pcm, { check, provider, request }: SpeakingRun): boolean {
  const heard = textAsHeard(provider, { ...request, text });
  const ratio = pcmSeconds(pcm) / check.expectedSeconds(heard, request.language);
  return ratio > 0.6 && ratio < 2.5;
}

/** Share and seconds by which repeated answers may differ that agree. */
const repeatAgreement = { share: 0.05, seconds: 0.1 };

/** Accepts audio of odd length in doubt, when two answers agree. */
function inDoubt(attempted: Attempt, problem = attempted.problem): Attempt {
  if (!attempted.problem || !problem) return attempted;
  const [pcm, again] = attempted.odd.map((odd) => odd.pcm);
  if (!pcm || !again) return { ...attempted, problem };
  const seconds = pcmSeconds(pcm);
  const allowed = Math.max(repeatAgreement.seconds, seconds * repeatAgreement.share);
  const isSame = Math.abs(seconds - pcmSeconds(again)) <= allowed;
  return isSame ? { pcm, isDoubtful: true } : { ...attempted, problem };
}

function doubtAbout(pcm: Pcm, { check, provider, request }: SpeakingRun): Doubt {
  const expectedSeconds = check.expectedSeconds(textAsHeard(provider, request), request.language);
  return { expectedSeconds, seconds: pcmSeconds(pcm) };
}

function withText(thrown: unknown, aboutText: string): unknown {
  if (!(thrown instanceof AudiobookError) || thrown.code !== 'provider-failed' || thrown instanceof ServiceDownError) {
    return thrown;
  }
  return new AudiobookError('provider-failed', `${asSentence(thrown.message)} ${aboutText}`, { cause: thrown });
}
