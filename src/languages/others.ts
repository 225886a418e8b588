import type { Language } from './language.ts';

const dotted: Language = { dottedOrdinals: true };
const inward: Language = { quotations: { inward: true } };
const dash: Language = { quotations: { dash: true } };

/** Languages of which only a habit is known. */
export const others: Readonly<Record<string, Language>> = {
  be: dash,
  bs: inward,
  et: dotted,
  gl: dash,
  eo: { conjunctions: 'kaj|aŭ' },
  hr: { conjunctions: 'i|ili', ...dotted, ...inward, masculineUnits: true },
  lt: dash,
  lv: { ...dotted, ...dash },
  sk: { conjunctions: 'a|i|alebo', ...dotted, ...inward },
  sl: { ...dotted, ...inward },
  sr: { conjunctions: 'i|ili|и|или', ...dotted, ...inward },
};
