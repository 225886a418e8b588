import type { Settings } from '../../../core/settings.ts';
import { chooseProvider } from '../../../pipeline/open/choose-provider.ts';

/** Throws `bad-value` for an unknown provider and `provider-unavailable` for one that is not configured. */
export async function checkProvider(id: string | undefined, settings: Settings, signal: AbortSignal): Promise<void> {
  if (id === undefined) return;
  const { provider } = await chooseProvider(id, settings, signal);
  await provider[Symbol.asyncDispose]();
}

/** Returns the id of the default provider. */
export async function defaultProvider(settings: Settings, signal: AbortSignal): Promise<string> {
  const { provider } = await chooseProvider(undefined, settings, signal);
  await using chosen = provider;
  return chosen.id;
}
