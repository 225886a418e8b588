import type { Language } from '../language.ts';
import { dutchSpoken } from './dutch-spoken.ts';

/** What is known of Dutch. */
export const dutch: Language = {
  conjunctions: 'en|of|tot',
  commonWords: 'de het een en van dat niet is te in',
  sentences: {
    titles: `dhr mevr mw mr dr drs ir ing prof ds st bijv bv b.v d.w.z d.i m.a.w m.b.t o.a i.p.v t.a.v t.o.v i.v.m
      ca evt excl incl z.g zgn vgl resp mgr gebr`,
    beforeNumber: 'nr nrs blz p pp deel dl hfst art afb fig jg jan feb mrt apr jun jul aug sept okt nov dec',
    closing: 'enz etc e.d e.a jr sr n.v v.chr n.chr chr str',
    starters: `aan achter al alle alleen als altijd bij binnen daar daarna daarom dan dat de deze die dit doch door
      dus echter een eens eerst elk elke en er ga geen haar had heb hebben heeft het hier hij hoe hoewel hun iemand
      ieder iedereen ik in is ja je jij jullie kan later maar mag men met mijn misschien na naar nadat nee niemand
      niet niets nog nooit nu of om omdat onder ons onze ook op over plotseling sinds soms te tegen terwijl toch
      toen tot u uit uiteindelijk vaak van vanaf veel vervolgens volgens voor waar waarom wanneer want waren was wat
      we weer wel wie wij zal ze zelfs zich zij zijn zo zodra zonder zou`,
  },
  titles: {
    reference: 'zie|zie ook',
    picture: 'illustratie',
    page: 'bladz(?:ijde)?|blz|pagina',
    chapter: 'hoofdstuk',
    part: 'deel|boek',
    contents: 'inhoud(?:sopgave)?',
    links:
      'terug(?: naar (?:boven|inhoud(?:sopgave)?|de inhoudsopgave))?|vorige|volgende|(?:vorig|volgend|bovenliggend) onderwerp|verwante informatie',
    index: 'trefwoordenregister zakenregister personenregister',
    bibliography: 'literatuurlijst literatuur bibliografie',
    end: 'einde',
    pieces: 'opdracht|voorwoord|inleiding|nawoord|dankwoord',
    numbers: `1=eerste/een 2=tweede/twee 3=derde/drie 4=vier/vierde 5=vijfde/vijf 6=zesde/zes 7=zevende/zeven
      8=acht/achtste 9=negende/negen 10=tiende/tien 11=elf/elfde 12=twaalfde/twaalf`,
    title: 'titel',
    by: 'door',
    of: 'van',
    imprint: 'uitgever|vertaal',
    rights: 'alle rechten voorbehouden',
    notes: 'noten|eindnoten|voetnoten',
    pictures: 'illustraties afbeeldingen',
    pages: {
      'title-page': 'titelpagina titelblad',
      copyright: 'colofon',
      contents: 'inhoud inhoudsopgave lijstvanillustraties lijstvanafbeeldingen',
    },
  },
  announcements: {
    formula: 'formule',
    picture: 'Afbeelding op pagina #',
    code: { one: 'Codevoorbeeld, # regel.', other: 'Codevoorbeeld, # regels.' },
  },
  spoken: dutchSpoken,
};
