import { AudiobookError, invalidValue } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { chatModel } from './chat/chat-model.ts';
import type { LanguageModel } from './language-model.ts';
import { ollamaAddressSetting, ollamaKeySetting, modelTimeoutSetting } from './model-settings.ts';
import { ollamaModel } from './ollama/ollama-model.ts';
import { ollamaAddress } from './ollama/call-ollama.ts';
import type { OllamaServer } from './ollama/call-ollama.ts';
import { resilientModel } from './resilient-model.ts';
import type { ResilienceOptions } from './resilient-model.ts';
import { resolveModel } from './resolve-model.ts';

/** Options of `createModel`. */
export interface CreateModelOptions extends ResilienceOptions {
  /** Address of the service instead of the configured one. */
  readonly baseUrl?: string | undefined;
}

/**
 * Returns the language model of a name: a local one, or with `api:<alias>` or `api:<vendor>/<model>` a commercial one. Calls
 * no service. Throws `bad-value` for an invalid name or address.
 */
export function createModel(name: string, settings: Settings, options: CreateModelOptions = {}): LanguageModel {
  const patience = { timeoutMs: settings.read(modelTimeoutSetting) * 1000, ...options };
  const model = name.startsWith('api:')
    ? commercialModel(name.slice('api:'.length), settings, options.baseUrl)
    : ollamaModel(localName(name), localServer(settings, options.baseUrl));
  return resilientModel(model, patience);
}

/** Returns the server of the local models. Throws `bad-value` for an invalid address. */
export function localServer(settings: Settings, baseUrl?: string): OllamaServer {
  const address = baseUrl ?? settings.get(ollamaAddressSetting) ?? '';
  return { baseUrl: ollamaAddress(address), apiKey: settings.get(ollamaKeySetting) };
}

function localName(name: string): string {
  if (/^[\w.:/-]+$/u.test(name)) return name;
  throw invalidValue('model name', name, 'a name of a language model, for example gemma3:12b or api:claude');
}

function commercialModel(name: string, settings: Settings, baseUrl: string | undefined): LanguageModel {
  const { vendorId, vendor, model, extra } = resolveModel(name, settings);
  const traits = vendor.traits.find(({ models }) => models.test(model));
  if (!traits) throw new AudiobookError('internal', `No traits for ${model} of ${vendor.name}.`);
  return chatModel({
    id: `${vendorId}/${model}`,
    modelName: `The language model '${model}' of ${vendor.name}`,
    model,
    baseUrl: httpAddress(baseUrl ?? settings.get(vendor.address) ?? ''),
    apiKey: settings.get(vendor.key),
    keyName: vendor.key.name,
    traits,
    extra,
  });
}

function httpAddress(value: string): string {
  if (/^https?:\/\//iu.test(value) && URL.canParse(value)) return value.replace(/\/+$/u, '');
  throw invalidValue('model address', value, 'an address such as https://api.example.com/v1');
}
