import { lastWord } from '../reading.ts';
import type { Gender } from '../whole-grammar.ts';
import { germanOrdinal } from './german-numbers.ts';

/** Names of the months. */
export const germanMonths =
  'Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

const months = new Set(germanMonths);

const weak =
  /^(?:am|im|vom|zum|zur|beim|ans|ins|unterm|überm|vorm|hinterm|dem|den|des|bis|ab|seit|diesem|diesen|jedem|jeden|einem|einen|einer|keinem|keinen|seinem|seinen|seiner|ihrem|ihren|ihrer|meinem|meinen|unserem|jenem|jenen|und)$/iu;
const definite =
  /^(?:die|das|dieser|diese|dieses|jener|jene|jenes|jeder|jede|jedes|eine|keine|seine|ihre|meine|unsere|ihr)$/iu;
const caseOfFeminine =
  /(?:(?<!\p{L})(?:[Ii]n|[Aa]n|auf|mit|von|zu|bei|nach|aus|seit|während|wegen|trotz|vor|unter|über|hinter|neben|zwischen|ab|außer|gegenüber|innerhalb|Anfang|Mitte|Ende)|[^.!?:;„“"»«]\s\p{Lu}\p{L}+)\sder\s$/u;

/** Returns a German ordinal with the ending that the words around it ask for: "am fünften Mai", "der fünfte Mai", "fünfter Mai". */
export function declinedOrdinal(digits: string, before: string, noun: string): string {
  return germanOrdinal(digits, endingFor(before.replace(earlier, ''), noun));
}

/** Ordinals of a list, `der 1., 2. und 3. Versuch`, have the ending of the first. */
const earlier = /(?:\d{1,4}\.(?:,|\s(?:und|oder|bis))\s){1,8}$/u;

function endingFor(before: string, noun: string): string {
  const word = lastWord(before);
  // Before a masculine noun it is the subject: `der 2. Weltkrieg`.
  if (/^der$/iu.test(word)) return germanGender(noun) !== 'masculine' && isFeminineCase(before) ? 'en' : 'e';
  // "am Montag, dem fünften Mai" is said without the article, too.
  if (
    weak.test(word) ||
    (months.has(noun) && /^\p{Ll}{4,}en$/u.test(word)) ||
    /\b(?:am|vom|bis|zum|ab)\s\p{Lu}\p{L}{2,12},\s$/iu.test(before)
  )
    return 'en';
  if (definite.test(word)) return 'e';
  return { masculine: 'er', feminine: 'e', neuter: 'es' }[germanGender(noun)];
}

function isFeminineCase(before: string): boolean {
  return caseOfFeminine.test(before);
}

const neuter =
  /^(?:Kapitel|Jahrhundert|Jahrtausend|Buch|Mal|Jahr|Jahrzehnt|Kind|Haus|Quartal|Semester|Bataillon|Regiment|Korps|Gebot|Stockwerk|Bild|Lied|Pferd|Spiel|Tor|Pfund|Dutzend|Dorf|Zimmer|Schiff|Gewehr|Glas|Bier|Ei|Land|Wort|Boot|Bett|Fenster|Mitglied|Konzil|Evangelium|Drittel|Viertel)s?$|(?:chen|lein|ment|tum)$/u;
const feminine =
  /(?:ung|heit|keit|schaft|ion|tät|ik|ur|enz|anz|ei|in|zeit|nacht|stadt|hand|fahrt|macht|kraft)$|^(?:Nacht|Stadt|Hand|Wand|Frau|Mutter|Tochter|Schwester|Armee|Macht|Zeit|Welt|Kuh|Uhr|Bank|Mark|Fahrt|Tür|Nummer|Mauer|Form|Art|Million|Milliarde|Liga|Staffel|Oper|Ader|Leiter|Feder|Mose)$|[^aeiou]e$/u;
const masculineDespiteE =
  /^(?:Name|Junge|Soldat|Franzose|Russe|Kunde|Bote|Kollege|Zeuge|Sklave|Hase|Löwe|Affe|Käse|Buchstabe|Gedanke|Mai|Teil|Band|Akt|Neffe|Erbe|Riese|Wein|Stein|Verein|Termin|Kamin|Ruin|Harnisch|Schlüssel)$/u;

/** Returns the gender of a German noun, as its ending suggests it: for what its numeral is, not for a grammar. */
export function germanGender(noun: string): Gender {
  if (neuter.test(noun)) return 'neuter';
  return feminine.test(noun) && !masculineDespiteE.test(noun) ? 'feminine' : 'masculine';
}
