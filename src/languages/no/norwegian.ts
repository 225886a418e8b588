import type { Language } from '../language.ts';
import { norwegianSpoken } from './norwegian-spoken.ts';

/** What is known of Norwegian. */
export const norwegian: Language = {
  conjunctions: 'og|eller|til',
  dottedOrdinals: true,
  sentences: {
    titles: `f.eks feks bl.a dvs d.v.s s.k såk mht pga p.g.a iflg jf jfr hhv ca st dr prof frk cand lic overs utg
      gr kgl tidl inkl ekskl evt vedr kapt løytn oberst p.t nåv opprinn sml eks`,
    ambiguous: 'eng lat red ev mag ang adj gen fr ing pr hr',
    beforeNumber: 'kl kr nr s kap fig tab bd art tlf jan feb mar apr jun jul aug sept okt nov des pkt v vers §',
    closing: 'osv o.s.v m.m m.fl mfl m.v mv etc f.kr e.kr o.l ol kr mill mrd min sek årh jr sr',
    starters: `al alle alt at av bak bare blant både da de den denne der deres derfor deretter dessuten det dette
      deg din dog du ei en enhver er et etter fordi for fra først gjennom ham han hans har hele hennes her hun hva
      hver hvis hvem hvor hvordan hvorfor i ifølge igjen ikke inn ingen ingenting ja jeg kan kanskje man med mellom
      men mens min mot mange mye nei noen noe nå når og også om på plutselig samtidig selv siden skal snart som slik
      så til tross ut uten under var ved vi vil vår våre vel`,
  },
  quotations: { dash: true },
  titles: {
    reference: 'se|se også',
    page: 'side|siden',
    chapter: 'kapittel|kapitlet',
    part: 'del|bok',
    cover: 'forside',
    index: 'stikkordregister',
    bibliography: 'litteratur litteraturliste referanser',
    end: 'slutt',
    pieces: 'prolog|epilog|forord|innledning|etterord',
    numbers: '1=første 2=andre 3=tredje 4=fjerde 5=femte 6=sjette 7=sjuende/syvende 8=åttende 9=niende 10=tiende',
    links: 'tilbake(?: til (?:innhold(?:et)?|toppen))?|(?:forrige|neste|overordnet) (?:emne|kapittel|side)',
    of: 'av',
    notes: 'noter|fotnoter',
    pictures: 'illustrasjoner',
  },
  announcements: {
    formula: 'formel',
    picture: 'Bilde på side #',
    code: { one: 'Kodeeksempel, # linje.', other: 'Kodeeksempel, # linjer.' },
  },
  spoken: norwegianSpoken,
};
