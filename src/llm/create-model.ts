import { AudiobookError, invalidValue } from '../core/errors.ts';
import type { ConcurrencyRange } from '../core/gate/adaptive-concurrency.ts';
import type { Settings } from '../core/settings.ts';
import type { ModelService } from './call-service.ts';
import { chatModel } from './chat/chat-model.ts';
import type { LanguageModel } from './language-model.ts';
import { ModelGates } from './model-gates.ts';
import {
  modelConcurrencySetting,
  modelTimeoutSetting,
  ollamaAddressSetting,
  ollamaKeySetting,
  ollamaParallelSetting,
} from './model-settings.ts';
import type { Vendor } from './models.ts';
import { ollamaModel } from './ollama/ollama-model.ts';
import { ollamaAddress } from './ollama/ollama-server.ts';
import { resilientModel } from './resilient-model.ts';
import type { ResilienceOptions } from './resilient-model.ts';
import { resolveModel } from './resolve-model.ts';

/** Options of `createModel`. */
export interface CreateModelOptions extends Omit<ResilienceOptions, 'gate'> {
  /** Address of the service instead of the configured one. */
  readonly baseUrl?: string | undefined;
  /** Shared by the models of a run. Default: own ones. */
  readonly gates?: ModelGates | undefined;
}

/**
 * Returns the language model of a name: a local one, or with `api:<alias>` or `api:<vendor>/<model>` a commercial one. Calls
 * no service. Throws `bad-value` for an invalid name or address.
 */
export function createModel(name: string, settings: Settings, options: CreateModelOptions = {}): LanguageModel {
  const { model, service, range } = name.startsWith('api:')
    ? commercialModel(name.slice('api:'.length), settings, options.baseUrl)
    : localModel(localName(name), settings, options.baseUrl);
  const { gates = new ModelGates(), ...resilience } = options;
  return resilientModel(
    { ...model, concurrency: range.max },
    { timeoutMs: settings.read(modelTimeoutSetting) * 1000, ...resilience, gate: gates.at(service, range) },
  );
}

/** A model with the service that limits its requests. */
interface ModelAtService {
  readonly model: LanguageModel;
  /** Address of the service. */
  readonly service: string;
  readonly range: ConcurrencyRange;
}

function localModel(name: string, settings: Settings, baseUrl: string | undefined): ModelAtService {
  const server = localServer(settings, baseUrl);
  const max = settings.read(ollamaParallelSetting);
  return { model: ollamaModel(name, server), service: server.baseUrl, range: { start: max, max } };
}

/** Returns the server of the local models. Throws `bad-value` for an invalid address. */
export function localServer(settings: Settings, baseUrl?: string): ModelService {
  const address = baseUrl ?? settings.get(ollamaAddressSetting) ?? '';
  return { baseUrl: ollamaAddress(address), apiKey: settings.get(ollamaKeySetting) };
}

function localName(name: string): string {
  if (/^[\w.:/-]+$/u.test(name)) return name;
  throw invalidValue('model name', name, 'a name of a language model, for example gemma3:12b or api:claude');
}

/** Requests to a commercial service at first. */
const firstConcurrency = 4;

function commercialModel(name: string, settings: Settings, baseUrl: string | undefined): ModelAtService {
  const { vendorId, vendor, model, extra } = resolveModel(name, settings);
  const traits = vendor.traits.find(({ models }) => models.test(model));
  if (!traits) throw new AudiobookError('internal', `No traits for ${model} of ${vendor.name}.`);
  const service = httpAddress(baseUrl ?? settings.get(vendor.address) ?? '', vendor);
  const chat = chatModel({
    id: `${vendorId}/${model}`,
    modelName: `The language model '${model}' of ${vendor.name}`,
    model,
    baseUrl: service,
    apiKey: settings.get(vendor.key),
    keyName: vendor.key.name,
    traits,
    extra,
  });
  const max = settings.read(modelConcurrencySetting);
  return { model: chat, service, range: { start: Math.min(firstConcurrency, max), max } };
}

function httpAddress(value: string, { apiPath = '' }: Vendor): string {
  if (/^https?:\/\//iu.test(value) && URL.canParse(value)) {
    // Many services show the address of their whole request.
    const address = value.replace(/(?:\/chat\/completions)?\/*$/u, '');
    return address.endsWith(apiPath) ? address : `${address}${apiPath}`;
  }
  throw invalidValue('model address', value, 'an address such as https://api.example.com/v1');
}
