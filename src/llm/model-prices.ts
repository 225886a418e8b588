import { invalidValue } from '../core/errors.ts';
import { languageModelPrices } from './price-table.ts';
import type { PriceSource } from './price-table.ts';
import type { Settings } from '../core/settings.ts';
import { modelPricesSetting } from './model-settings.ts';
import { vendors } from './models.ts';
import { resolveModel } from './resolve-model.ts';

/** Prices of a model in US dollars per million tokens. */
export interface ModelPrices {
  readonly prompt: number;
  readonly completion: number;
}

/** Prices of a model, and where they are from unless the user gave them. */
export type QuotedModelPrices = ModelPrices & Partial<PriceSource>;

/**
 * Returns the prices of a model by its id: those that the user gave, otherwise those of the vendor when requests go to its own
 * address. Undefined when there are none. Throws `bad-value` for a bad list.
 */
export function modelPrices(id: string, settings: Settings, baseUrl?: string): QuotedModelPrices | undefined {
  const entries = (settings.get(modelPricesSetting) ?? '').split(',').filter((entry) => entry.trim() !== '');
  const own = entries.map((entry) => parsePrice(entry, settings)).find((price) => price.id === id);
  if (own) return { prompt: own.prompt, completion: own.completion };
  const address = vendors[id.split('/')[0] ?? '']?.address;
  if (!address || (baseUrl ?? settings.get(address)) !== address.default) return undefined;
  return languageModelPrices.find(({ models }) => models.test(id));
}

function parsePrice(entry: string, settings: Settings): ModelPrices & { readonly id: string } {
  const [, name = '', prompt, completion] =
    /^\s*(\S+)\s*=\s*(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)\s*$/u.exec(entry) ?? [];
  if (name === '')
    throw invalidValue(modelPricesSetting.name, entry, 'model=input/output, for example api:claude=3/15');
  return { id: idOf(name, settings), prompt: Number(prompt), completion: Number(completion) };
}

function idOf(name: string, settings: Settings): string {
  if (!name.startsWith('api:')) return `ollama/${name}`;
  const { vendorId, model } = resolveModel(name.slice('api:'.length), settings);
  return `${vendorId}/${model}`;
}
