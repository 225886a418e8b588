import type { Language } from '../language.ts';
import { swedishSpoken } from './swedish-spoken.ts';

/** What is known of Swedish. */
export const swedish: Language = {
  conjunctions: 'och|eller|till',
  sentences: {
    titles: `t.ex bl.a d.v.s dvs s.k f.d p.g.a pga m.a.o fr.o.m t.o.m resp jfr ca st s:t dr prof doc hr frk kand
      lic utg eg grek sv inkl exkl forts obs näml anm allm chefred kapt löjtn överste f kungl kgl`,
    ambiguous: 'lat red ing eng ev fra gen adj fr övers',
    beforeNumber: `kl nr s sid kap fig tab bd del st art tel tfn jan feb mar apr jun jul aug sept okt nov dec mom
      vers v`,
    closing: 'osv o.s.v m.m m.fl etc f.kr e.kr o.d o.dyl kr tkr mkr milj min tim sek jr sr',
    starters: `all alla allt att av bara bland både de deras den denna dess det detta dig din dock dom du där
      därför då efter eftersom ej en enligt ett ett folk från för först genom han hans har henne hennes hon honom
      hos hur här i idag ibland in inga ingen inget innan inte ja jag kanske kan med medan men mot man mellan min
      mina mycket många mitt naturligtvis nej ni nog nu något någon när och också om på plötsligt sedan ska så som
      snart till trots tvärtom under ut utan vad var vara varför varje vem vi vid vilken vår vad än ännu är åt över`,
  },
  quotations: { dash: true, equal: true },
  titles: {
    reference: 'se|se även',
    page: 'sida|sidan',
    chapter: 'kapitel|kapitlet',
    part: 'del|delen|bok|boken',
    cover: 'omslag',
    index: 'sakregister personregister',
    bibliography: 'bibliografi litteratur litteraturförteckning litteraturlista',
    end: 'slut',
    pieces: 'prolog|epilog|förord|inledning|efterord',
    numbers: '1=första/ett 2=andra/två 3=tredje 4=fjärde 5=femte 6=sjätte 7=sjunde 8=åttonde 9=nionde 10=tionde',
    links:
      'tillbaka(?: till (?:innehåll(?:et)?|toppen))?|(?:föregående|nästa|överordnat) (?:ämne|kapitel|sida)|relaterad information',
    of: 'av',
    notes: 'noter|fotnoter',
    pictures: 'illustrationer',
    pages: { contents: 'innehåll innehållsförteckning illustrationsförteckning' },
  },
  announcements: {
    formula: 'formel',
    picture: 'Bild på sidan #',
    code: { one: 'Kodexempel, # rad.', other: 'Kodexempel, # rader.' },
  },
  spoken: swedishSpoken,
};
