import { invalidValue } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { modelPricesSetting } from './model-settings.ts';
import { resolveModel } from './resolve-model.ts';

/** Prices of a model per million tokens, in the user's currency. */
export interface ModelPrices {
  readonly prompt: number;
  readonly completion: number;
}

/** Returns the prices that the user gave for a model, by its id, or undefined. Throws `bad-value` for a bad list. */
export function modelPrices(id: string, settings: Settings): ModelPrices | undefined {
  const entries = (settings.get(modelPricesSetting) ?? '').split(',').filter((entry) => entry.trim() !== '');
  return entries.map((entry) => parsePrice(entry, settings)).find((price) => price.id === id);
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
