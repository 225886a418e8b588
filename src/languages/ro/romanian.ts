import type { Language } from '../language.ts';

/** What is known of Romanian. */
export const romanian: Language = {
  quotations: { dash: true },
  titles: { cover: 'copertă', numbers: '1=prim' },
};
