import { invalidValue } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { aliasSetting } from './model-settings.ts';
import { aliases, vendors } from './models.ts';
import type { AliasTarget, Vendor } from './models.ts';

/** A commercial model and its vendor. */
export interface ResolvedModel {
  readonly vendorId: string;
  readonly vendor: Vendor;
  /** The vendor's name of the model, without the vendor before it. */
  readonly model: string;
  /** Fields that go into every request. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * Returns the commercial model for the text after `api:`: an alias (the user's own first), or `vendor/model`. Throws
 * `bad-value` with the known names.
 */
export function resolveModel(name: string, settings: Settings, today = new Date()): ResolvedModel {
  const target = ownAliases(settings).get(name) ?? builtInAlias(name, today) ?? { model: name };
  const [vendorId = '', ...rest] = target.model.split('/');
  const vendor = Object.hasOwn(vendors, vendorId) ? vendors[vendorId] : undefined;
  const model = rest.join('/');
  if (vendor && model !== '') return { vendorId, vendor, model, extra: target.extra ?? {} };
  const known = Object.keys(aliases).join(', ');
  const expected = `an alias (${known}) or api:<vendor>/<model> with the vendor ${Object.keys(vendors).join(', ')}`;
  throw invalidValue('language model', `api:${name}`, expected);
}

function builtInAlias(name: string, today: Date): AliasTarget | undefined {
  const target = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  if (!target?.until || today < new Date(target.until.day)) return target;
  return { model: target.until.successor };
}

function ownAliases(settings: Settings): ReadonlyMap<string, AliasTarget> {
  const entries = (settings.get(aliasSetting) ?? '').split(',').filter((entry) => entry.trim() !== '');
  return new Map(
    entries.map((entry) => {
      const [alias = '', model = ''] = entry.split('=').map((part) => part.trim());
      if (alias !== '' && model !== '') return [alias, { model: model.replace(/^api:/u, '') }];
      throw invalidValue(aliasSetting.name, entry, 'alias=vendor/model, for example fast=openai/gpt-4o');
    }),
  );
}
