import type { Settings } from '../../core/settings.ts';
import { localServer } from '../../llm/create-model.ts';
import { listLocalModels } from '../../llm/ollama/list-local-models.ts';
import type { LocalModels } from '../../llm/ollama/list-local-models.ts';
import { aliases } from '../../llm/models.ts';

/** What can write a script: the models of the local server, or why it has none, and the names of commercial ones. */
export async function listModels(
  settings: Settings,
  signal: AbortSignal,
): Promise<{ readonly local: LocalModels; readonly commercial: readonly string[] }> {
  const local = await listLocalModels(localServer(settings), signal);
  return { local, commercial: Object.keys(aliases).map((alias) => `api:${alias}`) };
}

/** Where the configured server of local models is called, without a slash at the end. Throws `bad-value` when that is no address. */
export function localModelAddress(settings: Settings): string {
  return localServer(settings).baseUrl;
}
