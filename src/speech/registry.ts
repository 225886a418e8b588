import { didYouMean } from '../core/strings/closest-names.ts';
import { AudiobookError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { azure } from './azure/azure.ts';
import { edge } from './edge/edge.ts';
import { elevenlabs } from './elevenlabs/elevenlabs.ts';
import { embedded } from './embedded/embedded.ts';
import { google } from './google/google.ts';
import { kokoro } from './kokoro/kokoro.ts';
import { openai } from './openai/openai.ts';
import { polly } from './polly/polly.ts';
import type { ProviderDescription, SpeechProvider } from './provider.ts';
import { qwen } from './qwen/qwen.ts';

/** All speech providers, in the order in which they are listed. A new provider needs its folder and its entry here. */
export const providers: readonly ProviderDescription[] = [
  kokoro,
  openai,
  polly,
  google,
  qwen,
  embedded,
  elevenlabs,
  azure,
  edge,
];

/** Returns the description for an id or alias. Throws `bad-value` with the supported ids. */
export function findProvider(id: string): ProviderDescription {
  const normalized = id.trim().toLowerCase();
  const found = providers.find((entry) => entry.id === normalized || entry.aliases.includes(normalized));
  if (found) return found;
  const supported = providers.map((entry) => entry.id).join(', ');
  const hint = didYouMean(
    normalized,
    providers.flatMap((entry) => [entry.id, ...entry.aliases]),
  );
  throw new AudiobookError('bad-value', `Unsupported speech provider '${id}'.${hint} Supported: ${supported}.`);
}

/** Creates the provider for an id or alias. Throws `bad-value` for an unsupported id and for an invalid setting. */
export async function createProvider(id: string, settings: Settings): Promise<SpeechProvider> {
  return await findProvider(id).create(settings);
}
