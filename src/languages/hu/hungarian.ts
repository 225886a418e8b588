import type { Language } from '../language.ts';

/** What is known of Hungarian. */
export const hungarian: Language = {
  conjunctions: 'és|vagy',
  dottedOrdinals: true,
  quotations: { inward: true },
  titles: {
    reference: 'lásd',
    page: 'oldal',
    chapter: 'fejezet',
    part: 'rész|könyv',
    cover: 'borító',
    index: 'névmutató tárgymutató',
    bibliography: 'irodalomjegyzék irodalom',
    end: 'vége',
    pieces: 'ajánlás|előszó|bevezetés|utószó',
    numbers: `1=első/egy 2=második 3=harmadik 4=negyedik 5=ötödik 6=hatodik 7=hetedik 8=nyolcadik 9=kilencedik
      10=tizedik`,
    notes: 'jegyzetek',
  },
  announcements: { formula: 'képlet', picture: 'Kép a(z) #. oldalon', code: { other: 'Kódpélda, # sor.' } },
};
