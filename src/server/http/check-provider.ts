import type { Settings } from '../../core/settings.ts';
import { chooseProvider } from '../../pipeline/tools/choose-provider.ts';

/** Throws `bad-value` for a provider that there is none of, before anything is queued for it. */
export async function checkProvider(
  wanted: string | undefined,
  settings: Settings,
  signal: AbortSignal,
): Promise<void> {
  if (wanted === undefined) return;
  const { provider } = await chooseProvider(wanted, settings, signal);
  await provider[Symbol.asyncDispose]();
}

/** Id of the provider that speaks when nobody chooses. */
export async function defaultProvider(settings: Settings, signal: AbortSignal): Promise<string> {
  const { provider } = await chooseProvider(undefined, settings, signal);
  await using chosen = provider;
  return chosen.id;
}
