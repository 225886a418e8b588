import { baseLanguage } from '../core/language.ts';
import { arabic } from './ar/arabic.ts';
import { bulgarian } from './bg/bulgarian.ts';
import { catalan } from './ca/catalan.ts';
import { czech } from './cs/czech.ts';
import { danish } from './da/danish.ts';
import { german } from './de/german.ts';
import { dutch } from './nl/dutch.ts';
import { english } from './en/english.ts';
import { spanish } from './es/spanish.ts';
import { finnish } from './fi/finnish.ts';
import { french } from './fr/french.ts';
import { greek } from './el/greek.ts';
import { hebrew } from './he/hebrew.ts';
import { hindi } from './hi/hindi.ts';
import { hungarian } from './hu/hungarian.ts';
import { icelandic } from './is/icelandic.ts';
import { italian } from './it/italian.ts';
import { japanese } from './ja/japanese.ts';
import { korean } from './ko/korean.ts';
import { norwegian } from './no/norwegian.ts';
import { polish } from './pl/polish.ts';
import { portuguese } from './pt/portuguese.ts';
import { romanian } from './ro/romanian.ts';
import { russian } from './ru/russian.ts';
import { swedish } from './sv/swedish.ts';
import { turkish } from './tr/turkish.ts';
import { ukrainian } from './uk/ukrainian.ts';
import { chinese } from './zh/chinese.ts';
import type { Language } from './language.ts';
import { others } from './others.ts';

/** Every language of which more is known than its name, by its BCP-47 code. A new one is a file and a line here. */
export const languages: Readonly<Record<string, Language>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  pl: polish,
  cs: czech,
  sv: swedish,
  da: danish,
  no: norwegian,
  fi: finnish,
  hu: hungarian,
  ru: russian,
  uk: ukrainian,
  el: greek,
  tr: turkish,
  he: hebrew,
  ar: arabic,
  ja: japanese,
  zh: chinese,
  ko: korean,
  ro: romanian,
  bg: bulgarian,
  ca: catalan,
  hi: hindi,
  is: icelandic,
  ...others,
};

/** Returns what is known of a language (BCP-47, without regard to its region): nothing of an unknown one. */
export function languageOf(code: string): Language {
  const base = baseLanguage(code);
  return (Object.hasOwn(languages, base) ? languages[base] : undefined) ?? {};
}

/** Returns a function that makes something for a language (BCP-47) once. */
export function perLanguage<Made>(make: (language: Language, base: string) => Made): (code: string) => Made {
  const made = new Map<string, Made>();
  return (code) => {
    const base = baseLanguage(code);
    const known = made.get(base) ?? make(languageOf(base), base);
    made.set(base, known);
    return known;
  };
}
