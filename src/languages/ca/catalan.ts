import type { Language } from '../language.ts';

/** What is known of Catalan. */
export const catalan: Language = {
  conjunctions: 'i|o',
  masculineUnits: true,
  quotations: { dash: true },
  titles: { cover: 'coberta' },
  announcements: { formula: 'fórmula', picture: 'Imatge a la pàgina #' },
};
