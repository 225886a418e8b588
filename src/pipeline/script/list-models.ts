import type { Settings } from '../../core/settings.ts';
import { localServer } from '../../llm/create-model.ts';
import { listLocalModels } from '../../llm/ollama/list-local-models.ts';
import type { LocalModels } from '../../llm/ollama/list-local-models.ts';
import { aliases, vendors } from '../../llm/models.ts';

/** The language models that can be named. */
export interface ListedModels {
  readonly local: LocalModels;
  readonly commercial: readonly string[];
  /** Those of the commercial ones whose vendor has a key in the settings. */
  readonly withKey: readonly string[];
}

/** Returns the models of the local server, or why there are none, and the names of the commercial ones. */
export async function listModels(settings: Settings, signal: AbortSignal): Promise<ListedModels> {
  const local = await listLocalModels(localServer(settings), signal);
  const listed = Object.entries(aliases).map(([alias, { model }]) => {
    const vendor = vendors[model.slice(0, model.indexOf('/'))];
    return { name: `api:${alias}`, hasKey: vendor !== undefined && settings.get(vendor.key) !== undefined };
  });
  return {
    local,
    commercial: listed.map(({ name }) => name),
    withKey: listed.filter(({ hasKey }) => hasKey).map(({ name }) => name),
  };
}

/** Returns the address of the configured local model server, without a trailing slash. Throws `bad-value` for an invalid address. */
export function localModelAddress(settings: Settings): string {
  return localServer(settings).baseUrl;
}
