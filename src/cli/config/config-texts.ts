import { isListOption } from '../../pipeline/options/option.ts';
import type { Option } from '../../pipeline/options/option.ts';

/**
 * Returns the value of a config as its flag would have it: a list becomes `1,3-5`, and a mapping `sentence=300ms,scene=2s`, or
 * one text per item for a flag that is repeated. Undefined for what no flag can have.
 */
export function configTexts(value: unknown, option: Option): string | readonly string[] | undefined {
  if (value === true && option.bareValue !== undefined) return option.bareValue;
  if (isScalar(value)) return String(value);
  const items = itemsOf(value);
  if (items === undefined) return undefined;
  return isListOption(option) ? items : items.join(',');
}

function itemsOf(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  const values: readonly unknown[] = isList ? value : Object.values(value);
  if (!values.every(isScalar)) return undefined;
  const texts = values.map(String);
  if (!isList) return Object.keys(value).map((key, index) => `${key}=${texts[index]}`);
  // A title may hold a comma.
  return texts.map((text) => (text.includes(',') ? `"${text}"` : text));
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
