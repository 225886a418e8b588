import { baseLanguage } from '../../../../core/language.ts';

/** The words of a language that deny something. */
interface Negations {
  /** Words that a translation keeps as a negation, in nearly every sentence. */
  readonly plain: RegExp;
  /** All words and parts of words that such a sentence may be translated with: "impossible", "without", "hardly". */
  readonly any: RegExp;
}

/**
 * Words as parts of a pattern: those of sentences that are denied, and what else denies in a translation. Chosen by what stands in translated
 * books and in translations by models where the denied sentence has no plain word: "only" and "until" are much more often in others.
 */
const words: Readonly<Record<string, readonly [plain: string, other: string]>> = {
  en: [
    "not(?! (?:until|only|just|long))|\\p{L}+n['’]t|cannot|never|nothing|nobody|no one",
    'no|none|nowhere|neither|nor|without|hardly|scarcely|barely|un(?!der|til|it|i[ov]|cle)\\p{L}{3,}|impossib\\p{L}+|nevertheless|\\p{L}+less(?:ly)?|refus\\p{L}+|fail(?:s|ed|ing|ure)?|lack\\p{L}*|rather than|unless|far from|other than|anything but',
  ],
  de: [
    'nicht|kein(?:e[mnrs]?)?|nie|niemals|niemand(?:e[mn])?|nichts',
    'nicht\\p{L}+|ohne|weder|nirgend\\p{L}*|kaum|un(?!d|ter|ser|s|i|gef)\\p{L}{4,}|\\p{L}{3,}los(?:e[mnrs]?)?|\\p{L}*weiger\\p{L}*|\\p{L}*fehlt\\p{L}*',
  ],
  fr: [
    "(?:ne |n['’])[\\p{L}'’-]+ (?:pas|point|jamais|rien|personne)",
    "ne|n['’](?=\\p{L})|jamais|rien|non|pas|personne|sans|ni|aucune?|nulle?|guère|impossib\\p{L}+|refus\\p{L}+|seulement",
  ],
  es: [
    'no|nunca|jamás|nada|nadie',
    'ni|sin|ning[uú]n\\p{L}*|tampoco|apenas|imposib\\p{L}+|nieg\\p{L}+|neg[aóá]\\p{L}*',
  ],
  it: [
    'non|mai|nulla|niente|nessuno',
    'no|né|senza|nessun\\p{L}*|neanche|nemmeno|neppure|impossib\\p{L}+|rifiut\\p{L}+',
  ],
  pt: ['não|nunca|jamais|nada|ninguém', 'nem|sem|nenhum\\p{L}*|impossív\\p{L}+|tampouco|recus\\p{L}+'],
  nl: [
    'niet|geen|nooit|niemand|niets',
    'nee|zonder|noch|nergens|nauwelijks|amper|niks|on(?!der|s|ge)\\p{L}{4,}|\\p{L}{3,}lo[oz]\\p{L}+|weiger\\p{L}+',
  ],
  sv: [
    'inte|aldrig|inget|ingenting|ingen',
    'icke|ej|inga|utan|varken|nej|knappt|o(?!ch|ss|m)\\p{L}{4,}|\\p{L}{3,}lös\\p{L}?|vägr\\p{L}+',
  ],
  da: [
    'ikke|aldrig|intet|ingenting|ingen',
    'ej|uden|hverken|nej|næppe|u(?!nder|d)\\p{L}{4,}|\\p{L}{3,}løs\\p{L}?|nægt\\p{L}+',
  ],
  no: [
    'ikke|aldri|intet|ingenting|ingen',
    'ei|uten|h?verken|nei|neppe|u(?!nder|t)\\p{L}{4,}|\\p{L}{3,}løs\\p{L}?|nekt\\p{L}+',
  ],
  ru: [
    'не|нет|никогда|никто|ничего|нельзя',
    'ни|без|нигде|ни(?:к|ч)\\p{L}+|не(?!сколь|мног|котор|дел|смотря|давн|бо)\\p{L}{4,}|вряд|едва|отказ\\p{L}+',
  ],
  uk: [
    'не|немає|нема|ніколи|ніхто|нічого',
    'ні|ані|без|ніде|ні(?:к|ч)\\p{L}+|не(?!обхід|бо|зважа|щодавн|забар|гайн)\\p{L}{4,}|навряд|ледв?ь|відмов\\p{L}+',
  ],
  pl: [
    'nie|nigdy|nikt|nic',
    'nie(?!co|któr|dług|mal|daw)\\p{L}+|ani|bez|nikog\\p{L}+|nikom\\p{L}+|nicz\\p{L}+|żad\\p{L}+|ledwo|ledwie|odm[aó]w\\p{L}+',
  ],
  cs: [
    'není|nejsem|nejsi|nejsou|nejsme|neby\\p{L}+|nemá\\p{L}*|nemůž\\p{L}*|nechc\\p{L}*|nebud\\p{L}*|neví\\p{L}*|nikdy|nikdo|nic',
    'ne(?!j(?!s|d|e(?!n))|bo|ž|mo?c)\\p{L}*|ani|bez|ni(?!ž)\\p{L}{2,}|žádn\\p{L}+|sotva|odmít\\p{L}+',
  ],
  he: ['לא|אין|מעולם', '[ושה]?(?:לא|אין|אינ\\p{L}*|אל|בלי|ללא|שום|מעולם|בלתי)'],
  hi: ['नहीं', 'न|ना|मत|बिना|बगैर|इनकार|इंकार|असंभव|अनिच्छ\\p{L}*'],
};

/** In scripts without spaces. */
const signs: Readonly<Record<string, readonly [plain: string, any: string]>> = {
  ja: [
    'ませんでした|なかった',
    'な[いくかけさ]|ず|ぬ|ませ?ん|ん[。、」だでじ]|無|不|未|非|否|なし|な$|まい|違|ダメ|駄目',
  ],
  zh: ['不是|没有|不能|不会|从未|从不|沒有|不會|從未', '[不没沒無无非未别別勿莫否毋]|难以'],
};

const known = new Map<string, Negations | undefined>();

/** Returns the words of negation of a language (BCP-47), or undefined where they are not known. */
export function negationsOf(language: string): Negations | undefined {
  const base = baseLanguage(language);
  if (!known.has(base)) known.set(base, patternsOf(base));
  return known.get(base);
}

function patternsOf(base: string): Negations | undefined {
  const [plain, other] = words[base] ?? [];
  const [plainSigns, anySigns] = signs[base] ?? [];
  if (plainSigns !== undefined && anySigns !== undefined)
    return { plain: new RegExp(plainSigns, 'u'), any: new RegExp(anySigns, 'u') };
  if (plain === undefined || other === undefined) return undefined;
  return { plain: wholeWords(plain), any: wholeWords(`${plain}|${other}`) };
}

function wholeWords(alternatives: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${alternatives})(?![\p{L}\p{M}])`, 'iu');
}
