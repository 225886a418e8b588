import type { ProviderDescription } from '../../speech/provider.ts';

/** Loads what the first request to a speech service would load: the HTTP client of Node and the SDK. */
export async function loadService({ kind, loadSdk }: ProviderDescription): Promise<void> {
  if (kind === 'embedded') return;
  // Node loads its HTTP client when one of its names is first used.
  void globalThis.Headers;
  // The request itself reports why it cannot be imported.
  await loadSdk?.().catch(() => undefined);
}
