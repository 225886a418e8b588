import type { Settings } from '../../core/settings.ts';
import { modelSetting } from '../../llm/model-settings.ts';
import { vendors } from '../../llm/models.ts';
import { resolveModel } from '../../llm/resolve-model.ts';

const local = 'ollama';

/** The services of language models: that of local ones, and the vendors. */
export const modelServices: readonly string[] = [local, ...Object.keys(vendors)];

/** Returns the service of a language model by its name: a vendor for `api:…`, otherwise `ollama`. Throws `bad-value` for an unknown vendor. */
export function modelService(name: string, settings: Settings): string {
  return isHosted(name) ? resolveModel(name.slice('api:'.length), settings).vendorId : local;
}

/** Reports whether a language model, or that of the settings where none is named, is a service on the network. */
export function isHostedModel(
  name: string | undefined,
  settings: Readonly<Record<string, string | undefined>>,
): boolean {
  return isHosted(name ?? settings[modelSetting.name] ?? '');
}

function isHosted(name: string): boolean {
  return name.startsWith('api:');
}
