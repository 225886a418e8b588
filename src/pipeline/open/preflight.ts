import { z } from 'zod';
import { toAudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { RetryNotice } from '../../core/retry.ts';
import type { ParsedSetting } from '../../core/settings.ts';
import type { SpeechProvider, SpeechRequest } from '../../speech/provider.ts';
import type { Speaker } from '../cast/cast-voices.ts';
import { notAvailable } from './choose-provider.ts';
import { sampleWord } from '../../speech/call/sample-word.ts';
import { singleTextPolicy, speakSegment } from '../../speech/call/speak-segment.ts';
import { checkBitrate } from '../../audio/check-bitrate.ts';
import type { AudioFormat } from '../../audio/audio-format.ts';
import type { ChosenProvider } from './choose-provider.ts';

/** Handling of the check of the provider before a run: `strict`, `warn` or `off`. */
const preflightSchema = z.enum(['strict', 'warn', 'off']);

export type Preflight = z.infer<typeof preflightSchema>;

/** Setting of the check before a run (docs/specification.md, "Settings"). */
export const preflightSetting: ParsedSetting<Preflight> = {
  name: 'AUDIOBOOK_PREFLIGHT',
  description: 'check of the provider before a run: strict, warn (go on after a failure) or off',
  default: 'strict',
  schema: preflightSchema,
  expected: 'strict, warn or off',
};

/** Options of `preflight`. */
export interface PreflightOptions {
  readonly mode: Preflight;
  /** Receives the failure unless `mode` is `strict`. */
  readonly warn: (message: string) => void;
  /** Speaks the word of the first speaker even when `mode` is `off`, because its sample rate is needed. Default: `false`. */
  readonly needsSampleRate?: boolean | undefined;
  readonly onProgress?: ProgressListener | undefined;
}

const usualTimeoutMs = 60_000;
const hangTimeoutMs = 55_000;
const noticeMs = 15_000;

/**
 * Checks before a run that the provider is available and synthesizes one word in each voice and its language. Returns the
 * sample rate of the first speaker in Hz, or undefined when nothing was heard. Throws the failure when `mode` is `strict`;
 * passes it to `warn` otherwise.
 */
export async function preflight(
  provider: SpeechProvider,
  { speakers, signal }: { readonly speakers: readonly Speaker[]; readonly signal: AbortSignal },
  { mode, warn, needsSampleRate = false, onProgress }: PreflightOptions,
): Promise<number | undefined> {
  if (mode === 'off' && !needsSampleRate) return undefined;
  const checked = mode === 'off' ? speakers.slice(0, 1) : speakers;
  try {
    return await checkProvider(provider, { speakers: checked, signal }, onProgress);
  } catch (thrown) {
    const error = toAudiobookError(thrown);
    if (mode !== 'warn' || signal.aborted) throw error;
    warn(`The check before the run failed: ${error.message}`);
    return undefined;
  }
}

async function checkProvider(
  provider: SpeechProvider,
  { speakers, signal }: { readonly speakers: readonly Speaker[]; readonly signal: AbortSignal },
  onProgress: ProgressListener | undefined,
): Promise<number | undefined> {
  const availability = await provider.availability(signal);
  if (!availability.available) throw notAvailable(provider.id, availability);
  const words: Pcm[] = [];
  for (const { voice, language } of speakers) {
    words.push(await speakSampleWord(provider, { text: sampleWord(language), voice, language, signal }, onProgress));
  }
  return words[0]?.sampleRate;
}

/** Emits a wait when the first attempt fails or takes long. */
async function speakSampleWord(
  provider: SpeechProvider,
  request: SpeechRequest,
  onProgress: ProgressListener | undefined,
): Promise<Pcm> {
  const sinceMs = Date.now();
  const startedMs = performance.now();
  let waits = false;
  const onWait = (reason: string): void => {
    waits = true;
    onProgress?.({ type: 'provider-wait', reason, sinceMs });
  };
  const timer = setTimeout(() => onWait('It has not answered the check before the run yet.'), noticeMs);
  const onRetry = ({ error }: RetryNotice): void => onWait(error.message);
  const policy = { ...singleTextPolicy, timeoutMs: attemptTimeoutMs(provider) };
  try {
    const aboutText = 'It failed in the check before the run.';
    const { pcm } = await speakSegment(provider, request, { policy, onRetry, aboutText });
    if (waits) onProgress?.({ type: 'provider-ready', waitedMs: Math.round(performance.now() - startedMs) });
    return pcm;
  } finally {
    clearTimeout(timer);
  }
}

/** A service that hangs fails within two minutes: two attempts of the usual time take longer. A longer timeout is a choice of the user. */
function attemptTimeoutMs({ timeoutMs }: SpeechProvider): number {
  return timeoutMs > usualTimeoutMs ? timeoutMs : Math.min(timeoutMs, hangTimeoutMs);
}

interface Encoding {
  readonly format: AudioFormat;
  readonly bitrate?: string | undefined;
}

/** What speech is checked with. */
interface SpeechTools {
  readonly chosen: Pick<ChosenProvider, 'provider'>;
  readonly preflight: Preflight;
  readonly signal: AbortSignal;
}

/** Checks a bitrate against the sample rate that the provider is known to have. Throws `bad-value`. */
export function checkKnownBitrate({ format, bitrate }: Encoding, { chosen }: Pick<SpeechTools, 'chosen'>): void {
  if (bitrate !== undefined) checkBitrate(format, bitrate, chosen.provider.capabilities.sampleRate);
}

/**
 * Checks before a run that the provider speaks, and the bitrate against the sample rate that is heard: AAC has none for many of
 * them, which would end the run after its first segments were paid for. Throws what `preflight` throws, and `bad-value`.
 */
export async function checkSpeech(
  { format, bitrate }: Encoding,
  speakers: readonly Speaker[],
  tools: SpeechTools,
  log: Pick<PreflightOptions, 'warn' | 'onProgress'>,
): Promise<void> {
  const { provider } = tools.chosen;
  const needsSampleRate = format === 'm4b' && bitrate !== undefined && provider.capabilities.sampleRate === undefined;
  const options = { ...log, mode: tools.preflight, needsSampleRate };
  const sampleRate = await preflight(provider, { speakers, signal: tools.signal }, options);
  if (bitrate !== undefined && sampleRate !== undefined) checkBitrate(format, bitrate, sampleRate);
}
