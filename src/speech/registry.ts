import { AudiobookError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { embedded } from './embedded/embedded.ts';
import { google } from './google/google.ts';
import { kokoro } from './kokoro/kokoro.ts';
import { openai } from './openai/openai.ts';
import { polly } from './polly/polly.ts';
import type { ProviderDescription, SpeechProvider } from './provider.ts';
import { qwen } from './qwen/qwen.ts';

/** All speech providers, in the order in which they are listed. Adding one: its file, and its line here. */
export const providers: readonly ProviderDescription[] = [kokoro, openai, polly, google, qwen, embedded];

/** The description for an id or one of its aliases. Throws `bad-value` with what is supported. */
export function findProvider(id: string): ProviderDescription {
  const wanted = id.trim().toLowerCase();
  const found = providers.find((entry) => entry.id === wanted || entry.aliases.includes(wanted));
  if (found) return found;
  const supported = providers.map((entry) => entry.id).join(', ');
  throw new AudiobookError('bad-value', `Unsupported speech provider '${id}'. Supported: ${supported}.`);
}

/** A provider for an id or alias, ready to be called. Throws `bad-value` for an id that is not supported, and for a setting that cannot be. */
export async function createProvider(id: string, settings: Settings): Promise<SpeechProvider> {
  return await findProvider(id).create(settings);
}
