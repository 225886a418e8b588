import type { Language } from '../language.ts';

/** What is known of Bulgarian. */
export const bulgarian: Language = {
  quotations: { dash: true },
  titles: { cover: 'корица' },
};
