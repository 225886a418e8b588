import { asSentence } from '../../core/strings/as-sentence.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { pcmSeconds } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { textStart } from '../../text/text-start.ts';
import type { DoubtReason } from '../check/verdict.ts';
import { VoiceMemory } from '../check/voice-memory.ts';
import type { SpeechProvider, SpeechRequest } from '../provider.ts';
import { ServiceDownError } from './provider-errors.ts';
import { heardOf } from './request-answer.ts';
import type { SpeakingRun, SpeakPolicy } from './request-answer.ts';
import { settleSegment } from './settle-text.ts';
import type { Confirmation, EarlierAudio } from './settle-text.ts';
import { voiceFacts } from '../provider.ts';

/** Default policy (docs/specification.md, "Speech providers"). While a service is down, the gate waits instead. */
export const speakPolicy: SpeakPolicy = { attempts: 6, firstDelayMs: 1000, maxDelayMs: 60_000 };

/** Policy of a single text without a gate. A service that hangs fails after the attempt in which the first minute ends. */
export const singleTextPolicy: SpeakPolicy = { ...speakPolicy, maxAttemptsMs: 60_000 };

/** Options of `speakSegment`. */
export interface SpeakOptions extends Pick<SpeakingRun, 'onRetry' | 'gate'> {
  readonly policy?: SpeakPolicy | undefined;
  /** Share one among all segments of a run with one voice. */
  readonly voice?: VoiceMemory | undefined;
  /** Sentence about the text for messages. Default: one that quotes the beginning of the text. */
  readonly aboutText?: string | undefined;
  /** Audio of the text that is there already. */
  readonly earlier?: EarlierAudio | undefined;
}

/** Audio of a segment. */
export interface SpokenAudio {
  readonly pcm: Pcm;
  /** Present when it is not sure that it is the audio of the text. */
  readonly doubt?: Doubt | undefined;
  /** Absent for a voice in this process. */
  readonly confirmation?: Confirmation | undefined;
  /** Texts of segments for which the service returned the same audio. */
  readonly sharedWith: readonly string[];
}

/** Why audio may not hold all of its text, and nothing but that. */
export interface Doubt {
  readonly reason: DoubtReason;
  readonly expectedSeconds: number;
  readonly seconds: number;
}

/**
 * Returns audio for a segment. Throws `provider-failed` with the beginning of the text, `bad-value` or `canceled`. How answers are
 * judged is in docs/architecture.md, "How an answer of a voice is judged": `settleSegment` asks, `verdict` decides, `VoiceMemory`
 * remembers. A request waits in the gate for its turn, and has one deadline that grows with its text. Providers whose service reports a
 * text as too long divide it within the request (`synthesizeInParts`).
 */
export async function speakSegment(
  provider: SpeechProvider,
  request: SpeechRequest,
  options: SpeakOptions,
): Promise<SpokenAudio> {
  const { aboutText = `The text: "${textStart(request.text)}"`, earlier, policy = speakPolicy, ...given } = options;
  const { voice = new VoiceMemory({ nature: voiceFacts(provider, request.voice).nature }) } = given;
  const run: SpeakingRun = { ...given, provider, request, policy, voice };
  try {
    const { answer, doubt: reason, sharedWith, confirmation } = await settleSegment(run, earlier);
    const doubt = reason && { reason, ...lengthsOf(answer.pcm, run) };
    return { pcm: answer.pcm, doubt, sharedWith, confirmation };
  } catch (thrown) {
    throwIfCanceled(request.signal);
    throw withText(thrown, aboutText);
  }
}

function lengthsOf(pcm: Pcm, run: SpeakingRun): Omit<Doubt, 'reason'> {
  const { text, language } = run.request;
  return { expectedSeconds: run.voice.expectedSeconds(heardOf(text, run), language), seconds: pcmSeconds(pcm) };
}

function withText(thrown: unknown, aboutText: string): unknown {
  if (!(thrown instanceof AudiobookError) || thrown.code !== 'provider-failed' || thrown instanceof ServiceDownError) {
    return thrown;
  }
  return new AudiobookError('provider-failed', `${asSentence(thrown.message)} ${aboutText}`, { cause: thrown });
}
