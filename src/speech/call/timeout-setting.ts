import { z } from 'zod';
import type { ParsedSetting, Settings } from '../../core/settings.ts';

/** Time for one request with a short text, in seconds (docs/specification.md, "Speech providers"). */
export const speechTimeoutSetting: ParsedSetting<number> = {
  name: 'TTS_TIMEOUT',
  description: 'timeout in seconds for one speech request with a short text; longer texts have more time',
  default: '60',
  schema: z.coerce.number().positive().max(86_400),
  expected: 'a number of seconds up to 86400, for example 60',
};

/** Returns the timeout of the settings in milliseconds. Throws `bad-value`. */
export function speechTimeoutMs(settings: Settings): number {
  return settings.read(speechTimeoutSetting) * 1000;
}

/** Timeout when no settings are read, in milliseconds. */
export const defaultSpeechTimeoutMs = Number(speechTimeoutSetting.default) * 1000;
