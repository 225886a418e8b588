import { z } from 'zod';
import { toAudiobookError } from '../../core/errors.ts';
import type { ParsedSetting } from '../../core/settings.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import type { Speaker } from '../synthesis/cast-voices.ts';
import { notAvailable } from './choose-provider.ts';
import { sampleWord } from '../../speech/call/sample-word.ts';
import { speakSegment } from '../../speech/call/speak-segment.ts';

/** How to treat the check of the provider before a run: `strict`, `warn` or `off`. */
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

/**
 * Checks before a run that the provider is available and synthesizes one word in each voice and its language.
 * Throws the failure when `mode` is `strict`; passes it to `warn` otherwise.
 */
export async function preflight(
  provider: SpeechProvider,
  { speakers, signal }: { readonly speakers: readonly Speaker[]; readonly signal: AbortSignal },
  mode: Preflight,
  warn: (message: string) => void,
): Promise<void> {
  if (mode === 'off') return;
  try {
    const availability = await provider.availability(signal);
    if (!availability.available) throw notAvailable(provider.id, availability);
    for (const { voice, language } of speakers) {
      await speakSegment(provider, { text: sampleWord(language), voice, language, signal }, {});
    }
  } catch (thrown) {
    const error = toAudiobookError(thrown);
    if (mode === 'strict' || signal.aborted) throw error;
    warn(`The check before the run failed: ${error.message}`);
  }
}
