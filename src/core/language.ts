/** Writing direction. */
export type TextDirection = 'ltr' | 'rtl';

/**
 * Returns the canonical BCP-47 tag of a language code, or undefined when the code names no language. Reads `EN_us`,
 * three-letter codes (`deu`, `ger`), retired codes (`iw`, `mo`) and the codes of a language's main variety (`cmn`).
 */
export function parseLanguage(code: string): string | undefined {
  const locale = localeOf(code);
  if (locale === undefined || special.has(primaryOf(locale.baseName))) return undefined;
  const isKnown = locale.maximize().script !== undefined || englishNames().of(locale.baseName) !== undefined;
  return isKnown ? locale.toString() : undefined;
}

/** Returns the tag to write into a file for a language: the canonical one, or `und` when the code names no language. */
export function languageTag(code: string): string {
  return parseLanguage(code) ?? 'und';
}

/**
 * Returns the language of a code without script or region, in lower case: `en` for `en-GB`. Every code of one language
 * has the same base: `zh` for `cmn`, `he` for `iw`, `no` for `nb` and `nn`.
 */
export function baseLanguage(code: string): string {
  const known = bases.get(code);
  if (known !== undefined) return known;
  const primary = primaryOf(code);
  // Services have tags of their own (`en-us-nyc`), of which only the first part is known.
  const language = (localeOf(code) ?? localeOf(primary))?.language ?? primary;
  const base = norwegian.has(language) ? 'no' : language;
  if (bases.size >= maxBases) bases.clear();
  bases.set(code, base);
  return base;
}

/** Reports whether two codes name one language, whatever the script or region. */
export function sameLanguage(left: string, right: string): boolean {
  return baseLanguage(left) === baseLanguage(right);
}

/** Returns the English name of a language, or the code itself when it has none. */
export function languageName(code: string): string {
  const tag = parseLanguage(code);
  return (tag !== undefined && englishNames().of(tag)) || code;
}

/** Returns the BCP-47 tag of an English name (`French`, `Brazilian Portuguese`), in any case, or undefined. */
export function languageByName(name: string): string | undefined {
  tagsByName ??= readTagsByName();
  return tagsByName.get(name.trim().toLowerCase());
}

/** Returns the English names of all languages, for suggestions. */
export function languageNames(): Iterable<string> {
  tagsByName ??= readTagsByName();
  return [...tagsByName.keys()].map((name) => name.replaceAll(/\b[a-z]/gu, (letter) => letter.toUpperCase()));
}

/** Returns the script that a language is usually written in, as an ISO 15924 code (`Latn`), or undefined. */
export function languageScript(code: string): string | undefined {
  const tag = parseLanguage(code);
  return tag === undefined ? undefined : new Intl.Locale(tag).maximize().script;
}

/** Returns the direction in which a language is written. */
export function textDirection(code: string): TextDirection {
  return rightToLeft.has(languageScript(code) ?? '') ? 'rtl' : 'ltr';
}

/** Returns the three-letter code (ISO 639-2/T) that audio files carry for a language, `und` when there is none. */
export function iso639Code(code: string): string {
  const language = localeOf(primaryOf(code))?.language ?? primaryOf(code);
  // ISO 639-2 has one code for all Chinese languages.
  if (language === 'yue') return 'zho';
  return iso639Codes.get(language) ?? (/^[a-z]{3}$/u.test(language) ? language : 'und');
}

/** Results of `baseLanguage`: the same few codes are asked for with every paragraph of a book, and locales are slow to make. */
const bases = new Map<string, string>();
const maxBases = 1000;
/** Codes for an undetermined, missing, mixed or uncoded language (ISO 639-2). */
const special = new Set(['und', 'zxx', 'mul', 'mis']);
/** Bokmål and Nynorsk are two written standards of one language. */
const norwegian = new Set(['nb', 'nn']);
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

let names: Intl.DisplayNames | undefined;

/** Made when it is needed: it takes longer than loading this module, which every command does. */
function englishNames(): Intl.DisplayNames {
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names;
}

function primaryOf(code: string): string {
  return code.trim().toLowerCase().split(/[-_]/u, 1)[0] ?? '';
}

function localeOf(code: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(code.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}

const regional = ['en-GB', 'en-US', 'es-419', 'es-ES', 'es-MX', 'fr-CA', 'pt-BR', 'pt-PT', 'zh-Hans', 'zh-Hant'];
const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
let tagsByName: ReadonlyMap<string, string> | undefined;

/** Returns all two-letter codes, and the regional tags that have a name, by English name in lower case. */
function readTagsByName(): ReadonlyMap<string, string> {
  const tags = [...letters.flatMap((first) => letters.map((second) => first + second)), ...regional];
  const named = tags.map((tag) => [englishNames().of(tag)?.toLowerCase() ?? '', tag] as const);
  // A retired code (`iw`, `mo`) shares its name with the code that replaced it.
  return new Map(named.filter(([name, tag]) => name !== '' && parseLanguage(tag) === tag));
}

/** ISO 639-1 and 639-2/T codes of the languages that books and voices come in. */
const iso639Codes: ReadonlyMap<string, string> = new Map(
  (
    'af:afr am:amh ar:ara as:asm az:aze ba:bak be:bel bg:bul bn:ben bs:bos ca:cat co:cos cs:ces cv:chv cy:cym da:dan ' +
    'de:deu el:ell en:eng eo:epo es:spa et:est eu:eus fa:fas fi:fin fo:fao fr:fra fy:fry ga:gle gd:gla gl:glg gn:grn ' +
    'gu:guj he:heb hi:hin hr:hrv ht:hat hu:hun hy:hye ia:ina id:ind io:ido is:isl it:ita ja:jpn ka:kat kk:kaz kl:kal ' +
    'km:khm kn:kan ko:kor ku:kur ky:kir la:lat lb:ltz lo:lao lt:lit lv:lav mg:mlg mi:mri mk:mkd ml:mal mn:mon mr:mar ' +
    'ms:msa mt:mlt my:mya nb:nob ne:nep nl:nld nn:nno no:nor oc:oci om:orm or:ori pa:pan pl:pol ps:pus pt:por qu:que ' +
    'ro:ron ru:rus rw:kin sa:san sc:srd sd:snd se:sme si:sin sk:slk sl:slv sm:smo sn:sna so:som sq:sqi sr:srp su:sun ' +
    'sv:swe sw:swa ta:tam te:tel tg:tgk th:tha ti:tir tk:tuk tl:tgl tn:tsn tr:tur tt:tat ug:uig uk:ukr ur:urd uz:uzb ' +
    'vi:vie wo:wol xh:xho yi:yid yo:yor zh:zho zu:zul'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 2), pair.slice(3)]),
);
