import { checkBitrate } from '../../audio/check-bitrate.ts';
import type { ConversionRequest, ConversionTools } from '../conversion.ts';
import type { Speaker } from '../cast/cast-voices.ts';
import { preflight } from './preflight.ts';
import type { PreflightOptions } from './preflight.ts';

type Encoding = Pick<ConversionRequest, 'format' | 'bitrate'>;

/** Checks a bitrate against the sample rate that the provider is known to have. Throws `bad-value`. */
export function checkKnownBitrate({ format, bitrate }: Encoding, { chosen }: Pick<ConversionTools, 'chosen'>): void {
  if (bitrate !== undefined) checkBitrate(format, bitrate, chosen.provider.capabilities.sampleRate);
}

/**
 * Checks before a run that the provider speaks, and the bitrate against the sample rate that is heard: AAC has none for many of
 * them, which would end the run after its first segments were paid for. Throws what `preflight` throws, and `bad-value`.
 */
export async function checkSpeech(
  { format, bitrate }: Encoding,
  speakers: readonly Speaker[],
  tools: Pick<ConversionTools, 'chosen' | 'preflight' | 'signal'>,
  log: Pick<PreflightOptions, 'warn' | 'onProgress'>,
): Promise<void> {
  const { provider } = tools.chosen;
  const needsSampleRate = format === 'm4b' && bitrate !== undefined && provider.capabilities.sampleRate === undefined;
  const options = { ...log, mode: tools.preflight, needsSampleRate };
  const sampleRate = await preflight(provider, { speakers, signal: tools.signal }, options);
  if (bitrate !== undefined && sampleRate !== undefined) checkBitrate(format, bitrate, sampleRate);
}
