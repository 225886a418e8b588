import { invalidValue } from '../../../core/errors.ts';
import { baseLanguage, languageScript } from '../../../core/language.ts';
import { normalizeLanguage } from '../../language/normalize-language.ts';

/** Codes of tesseract's language data by BCP-47 language, with the script where there is one for each. */
const codesByLanguage = new Map(
  `af afr, am amh, ar ara, as asm, az aze, be bel, bg bul, bn ben, bo bod, br bre, bs bos, ca cat, cs ces, cy cym,
da dan, de deu, dv div, dz dzo, el ell, en eng, eo epo, es spa, et est, eu eus, fa fas, fi fin, fil fil, fo fao, fr fra,
fy fry, ga gle, gd gla, gl glg, grc grc, gu guj, he heb, hi hin, hr hrv, ht hat, hu hun, hy hye, id ind, is isl, it ita,
ja jpn, jv jav, ka kat, kk kaz, km khm, kn kan, ko kor, ku kmr, ky kir, la lat, lb ltz, lo lao, lt lit, lv lav, mi mri,
mk mkd, ml mal, mn mon, mr mar, ms msa, mt mlt, my mya, ne nep, nl nld, no nor, oc oci, or ori, pa pan,
pl pol, ps pus, pt por, qu que, ro ron, ru rus, sa san, sd snd, si sin, sk slk, sl slv, sq sqi, sr srp, sr-Latn srp_latn,
su sun, sv swe, sw swa, ta tam, te tel, tg tgk, th tha, ti tir, to ton, tr tur, tt tat, ug uig, uk ukr, ur urd, uz uzb,
vi vie, yi yid, yo yor, zh-Hans chi_sim, zh-Hant chi_tra`
    .split(/,\s/u)
    .map((pair) => {
      const [tag = '', code = ''] = pair.split(' ');
      return [tag, code] as const;
    }),
);

/** Returns the code of tesseract's language data for a BCP-47 code, or undefined. */
export function tesseractCode(tag: string): string | undefined {
  const base = baseLanguage(tag);
  return codesByLanguage.get(`${base}-${languageScript(tag)}`) ?? codesByLanguage.get(base);
}

/**
 * Returns the tesseract codes of languages: BCP-47 codes, tesseract codes or names of installed data, joined by `+`.
 * Throws `bad-value` for a name that is not a language.
 */
export function tesseractCodes(languages: string, installed: readonly string[]): string[] {
  return languages.split('+').map((part) => {
    const name = part.trim();
    const code = name.toLowerCase().replaceAll('-', '_');
    if (installed.includes(name)) return name;
    if ([...codesByLanguage.values()].includes(code)) return code;
    const tag = normalizeLanguage(name);
    const known = tag === undefined ? undefined : tesseractCode(tag);
    if (known !== undefined) return known;
    throw invalidValue('text recognition language', name, 'a code such as de or deu, or several joined by +');
  });
}

/** Returns a sentence on how to install language data. */
export function installationHint(codes: readonly string[]): string {
  const packages = codes.map((code) => `tesseract-ocr-${code.replaceAll('_', '-')}`);
  return `Install it (apt install ${packages.join(' ')}, brew install tesseract-lang).`;
}
