import type { Language } from './language.ts';

/** What is known of Dutch. */
export const dutch: Language = {
  commonWords: 'de het een en van dat niet is te in',
  numbers: {
    small: `nul een/één/eerst twee drie/derd vier vijf zes zeven acht/achtst negen tien elf twaalf dertien veertien
      vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig`,
    more: 'tweeën=2 drieën=3 honderd=100 duizend=1000 miljoen=1000000 miljard=1000000000',
    endings: '(?:s?te|de|e)',
    links: 'en ën',
    points: 'komma punt',
    minus: 'min',
    unitsFirst: true,
  },
  titles: {
    chapter: 'hoofdstuk',
    part: 'deel|boek',
    contents: 'inhoud(?:sopgave)?',
    bibliography: 'literatuurlijst literatuur bibliografie',
    pieces: 'opdracht|voorwoord|inleiding|nawoord|dankwoord',
    numbers: `1=eerste/een 2=tweede/twee 3=derde/drie 4=vier/vierde 5=vijfde/vijf 6=zesde/zes 7=zevende/zeven
      8=acht/achtste 9=negende/negen 10=tiende/tien 11=elf/elfde 12=twaalfde/twaalf`,
  },
  clock: {
    hours: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
    full: '{h} uur',
    quarter: 'kwart over {h}',
    half: 'half {n}',
    threeQuarters: 'kwart voor {n}',
  },
  narrator: {
    small: 'de het van en uur',
    timeUnits: 'uur',
    signs: { '×': 'keer', '@': 'apenstaartje' },
    abbreviations: 'dhr=heer mevr=mevrouw mw=mevrouw dr=doctor prof=professor',
  },
  negations: {
    plain: 'niet|geen|nooit|niemand|niets',
    other:
      'nee|zonder|noch|nergens|nauwelijks|amper|niks|on(?!der|s|ge)\\p{L}{4,}|\\p{L}{3,}lo[oz]\\p{L}+|weiger\\p{L}+',
  },
  announcements: {
    formula: 'formule',
    picture: 'Afbeelding op pagina #',
    code: { one: 'Codevoorbeeld, # regel.', other: 'Codevoorbeeld, # regels.' },
  },
};
