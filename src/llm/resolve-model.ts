import { AudiobookError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { aliasSetting } from './model-settings.ts';
import { aliases, vendors } from './models.ts';
import type { AliasTarget, Vendor } from './models.ts';

/** A commercial model, found. */
export interface ResolvedModel {
  readonly vendorId: string;
  readonly vendor: Vendor;
  /** The vendor's own name of the model, without the vendor before it. */
  readonly model: string;
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * The commercial model behind what follows `api:`: an alias (the user's own first), or `vendor/model` as it stands.
 * Throws `bad-value` with the names that there are.
 */
export function resolveModel(name: string, settings: Settings, today = new Date()): ResolvedModel {
  const target = ownAliases(settings).get(name) ?? builtInAlias(name, today) ?? { model: name };
  const [vendorId = '', ...rest] = target.model.split('/');
  const vendor = Object.hasOwn(vendors, vendorId) ? vendors[vendorId] : undefined;
  const model = rest.join('/');
  if (vendor && model !== '') return { vendorId, vendor, model, extra: target.extra ?? {} };
  throw new AudiobookError(
    'bad-value',
    `'api:${name}' is no language model. Known aliases: ${Object.keys(aliases).join(', ')}; ` +
      `any other as api:<vendor>/<model>, vendor being ${Object.keys(vendors).join(', ')}.`,
  );
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
      throw new AudiobookError('bad-value', `${aliasSetting.name} holds '${entry}'; wanted alias=vendor/model.`);
    }),
  );
}
