import type { Language } from '../language.ts';

/** What is known of Bulgarian. */
export const bulgarian: Language = {
  conjunctions: 'и|или',
  masculineUnits: true,
  unitSigns: 'км km, м m, см cm, мм mm, кг kg, г g, км/ч km/h',
  quotations: { dash: true },
  titles: { cover: 'корица' },
};
