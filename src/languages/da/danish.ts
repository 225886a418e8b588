import type { Language } from '../language.ts';
import { danishSpoken } from './danish-spoken.ts';

/** What is known of Danish. */
export const danish: Language = {
  conjunctions: 'og|eller|til',
  dottedOrdinals: true,
  sentences: {
    titles: `f.eks fx bl.a dvs d.v.s s.k såk mht pga p.g.a iflg jf jvf sml hhv ca st skt dr prof frk cand lic overs
      udg gr kgl tidl inkl ekskl evt vedr kapt løjtn oberst f.t p.t nuv opr jr eks`,
    ambiguous: 'eng lat red mag ang adj gen fr ing pr hr',
    beforeNumber: `kl kr nr s kap fig tab bd sp stk art tlf jan feb mar apr jun jul aug sept okt nov dec pag v vers §`,
    closing: 'osv o.s.v m.m m.fl mfl m.v mv etc f.kr e.kr o.l ol kr mio mia min sek årh a/s',
    starters: `af al alle alligevel alt at bag bare blandt både da de den denne der deres derfor derefter desuden
      det dette dig din dog du efter en enhver er et fordi for fra først gennem ham han hans har hele hendes her hun
      hvad hver hvis hvem hvor hvordan hvorfor i ifølge igen ikke ind ingen intet ja jeg kun kan man med mellem men
      mens min mod mange meget måske nej nogle noget nu når og også om på pludselig samtidig selv siden skal snart
      som således så til trods ud uden under var ved vi vil vor vores`,
  },
  quotations: { dash: true, inward: true },
  titles: {
    reference: 'se|se også',
    page: 'side|siden',
    chapter: 'kapitel|kapitlet',
    part: 'del|bog',
    cover: 'forside',
    index: 'stikordsregister',
    bibliography: 'litteratur litteraturliste referenser',
    end: 'slut',
    pieces: 'prolog|epilog|forord|indledning|efterskrift',
    numbers: '1=første 2=anden/andet 3=tredje 4=fjerde 5=femte 6=sjette 7=syvende 8=ottende 9=niende 10=tiende',
    links: 'tilbage(?: til (?:indhold(?:et)?|toppen))?|(?:forrige|næste|overordnet) (?:emne|kapitel|side)',
    of: 'af',
    notes: 'noter|fodnoter',
    pictures: 'illustrationer',
    pages: { contents: 'indhold' },
  },
  announcements: {
    formula: 'formel',
    picture: 'Billede på side #',
    code: { one: 'Kodeeksempel, # linje.', other: 'Kodeeksempel, # linjer.' },
  },
  spoken: danishSpoken,
};
