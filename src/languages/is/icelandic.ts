import type { Language } from '../language.ts';

/** What is known of Icelandic. */
export const icelandic: Language = {
  conjunctions: 'og|eða',
  dottedOrdinals: true,
  sample: 'Ég heiti {name}. Síðasti sporvagninn fór upp hæðina og enginn vildi fara út.',
};
