import type { Settings } from '../../core/settings.ts';
import { localServer } from '../../llm/create-model.ts';
import { listLocalModels } from '../../llm/ollama/list-local-models.ts';
import type { LocalModels } from '../../llm/ollama/list-local-models.ts';
import { aliases } from '../../llm/models.ts';

/** Returns the models of the local server, or why there are none, and the names of the commercial ones. */
export async function listModels(
  settings: Settings,
  signal: AbortSignal,
): Promise<{ readonly local: LocalModels; readonly commercial: readonly string[] }> {
  const local = await listLocalModels(localServer(settings), signal);
  return { local, commercial: Object.keys(aliases).map((alias) => `api:${alias}`) };
}

/** Returns the address of the configured local model server, without a trailing slash. Throws `bad-value` for an invalid address. */
export function localModelAddress(settings: Settings): string {
  return localServer(settings).baseUrl;
}
