import { z } from 'zod';
import { sameLanguage } from '../../core/language.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { Voice } from '../provider.ts';
import { voiceTable } from '../voice-table.ts';
import type { VoicesByGender } from '../voice-table.ts';
import { voiceGender } from '../voice-gender.ts';

/** Neural voices that Azure and Edge share, by locale, best for narration first. Names as published in November 2026. */
const neural: Readonly<Record<string, VoicesByGender>> = {
  'ar-EG': { female: ['Salma'], male: ['Shakir'] },
  'ar-SA': { female: ['Zariyah'], male: ['Hamed'] },
  'ca-ES': { female: ['Joana'], male: ['Enric'] },
  'cs-CZ': { female: ['Vlasta'], male: ['Antonin'] },
  'da-DK': { female: ['Christel'], male: ['Jeppe'] },
  'de-DE': {
    female: ['SeraphinaMultilingual', 'Katja', 'Amala'],
    male: ['FlorianMultilingual', 'Conrad', 'Killian'],
  },
  'de-AT': { female: ['Ingrid'], male: ['Jonas'] },
  'de-CH': { female: ['Leni'], male: ['Jan'] },
  'el-GR': { female: ['Athina'], male: ['Nestoras'] },
  'en-US': {
    female: ['AvaMultilingual', 'EmmaMultilingual', 'Jenny', 'Aria', 'Michelle'],
    male: ['AndrewMultilingual', 'BrianMultilingual', 'Christopher', 'Guy', 'Eric', 'Roger', 'Steffan'],
  },
  'en-GB': { female: ['Sonia', 'Libby', 'Maisie'], male: ['Ryan', 'Thomas'] },
  'en-AU': { female: ['Natasha'] },
  'en-CA': { female: ['Clara'], male: ['Liam'] },
  'en-IE': { female: ['Emily'], male: ['Connor'] },
  'en-IN': { female: ['Neerja'], male: ['Prabhat'] },
  'es-ES': { female: ['Elvira', 'Ximena'], male: ['Alvaro'] },
  'es-MX': { female: ['Dalia'], male: ['Jorge'] },
  'es-US': { female: ['Paloma'], male: ['Alonso'] },
  'fi-FI': { female: ['Noora'], male: ['Harri'] },
  'fr-FR': { female: ['VivienneMultilingual', 'Denise', 'Eloise'], male: ['RemyMultilingual', 'Henri'] },
  'fr-BE': { female: ['Charline'], male: ['Gerard'] },
  'fr-CA': { female: ['Sylvie'], male: ['Jean', 'Antoine', 'Thierry'] },
  'fr-CH': { female: ['Ariane'], male: ['Fabrice'] },
  'he-IL': { female: ['Hila'], male: ['Avri'] },
  'hi-IN': { female: ['Swara'], male: ['Madhur'] },
  'hu-HU': { female: ['Noemi'], male: ['Tamas'] },
  'id-ID': { female: ['Gadis'], male: ['Ardi'] },
  'it-IT': { female: ['Isabella', 'Elsa'], male: ['GiuseppeMultilingual', 'Diego'] },
  'ja-JP': { female: ['Nanami'], male: ['Keita'] },
  'ko-KR': { female: ['SunHi'], male: ['InJoon'] },
  'nb-NO': { female: ['Pernille'], male: ['Finn'] },
  'nl-NL': { female: ['Fenna', 'Colette'], male: ['Maarten'] },
  'nl-BE': { female: ['Dena'], male: ['Arnaud'] },
  'pl-PL': { female: ['Zofia'], male: ['Marek'] },
  'pt-BR': { female: ['Francisca', 'ThalitaMultilingual'], male: ['Antonio'] },
  'pt-PT': { female: ['Raquel'], male: ['Duarte'] },
  'ro-RO': { female: ['Alina'], male: ['Emil'] },
  'ru-RU': { female: ['Svetlana'], male: ['Dmitry'] },
  'sv-SE': { female: ['Sofie'], male: ['Mattias'] },
  'th-TH': { female: ['Premwadee'], male: ['Niwat'] },
  'tr-TR': { female: ['Emel'], male: ['Ahmet'] },
  'uk-UA': { female: ['Polina'], male: ['Ostap'] },
  'vi-VN': { female: ['HoaiMy'], male: ['NamMinh'] },
  'zh-CN': { female: ['Xiaoxiao', 'Xiaoyi'], male: ['Yunxi', 'Yunjian', 'Yunyang'] },
  'zh-HK': { female: ['HiuMaan', 'HiuGaai'], male: ['WanLung'] },
  'zh-TW': { female: ['HsiaoChen', 'HsiaoYu'], male: ['YunJhe'] },
};

/** Built-in list for when a service cannot be reached. */
export const microsoftVoices: readonly Voice[] = voiceTable(
  Object.fromEntries(
    Object.entries(neural).map(([locale, { female = [], male = [] }]) => {
      const ids = (names: readonly string[]) => names.map((name) => `${locale}-${name}Neural`);
      return [locale, { female: ids(female), male: ids(male) }];
    }),
  ),
);

/** A list of voices as both services send it. Fields that are not read here are left out. */
const listSchema = z.array(
  z.object({
    ShortName: z.string(),
    Locale: z.string(),
    Gender: z.string().optional(),
    DisplayName: z.string().optional(),
    SecondaryLocaleList: z.array(z.string()).optional(),
    Status: z.string().optional(),
    StyleList: z.array(z.string()).optional(),
  }),
);

/**
 * Returns the voices in a response of a list of voices. The voices of a locale come first, those that speak it as a second
 * language after them. Throws `provider-failed` for anything but a list of voices.
 */
export function readMicrosoftVoices(response: unknown, serviceName: string): readonly Voice[] {
  const parsed = listSchema.safeParse(response);
  if (!parsed.success) {
    throw new AudiobookError('provider-failed', `${serviceName} answered with something other than a list of voices.`);
  }
  const current = parsed.data.filter(({ Status }) => Status !== 'Deprecated');
  const toVoice = ({ ShortName, DisplayName, Gender }: (typeof current)[number], language: string): Voice => ({
    id: ShortName,
    name: DisplayName ?? ShortName,
    language,
    gender: voiceGender(Gender),
  });
  return [
    ...current.map((entry) => toVoice(entry, entry.Locale)),
    ...current.flatMap((entry) => (entry.SecondaryLocaleList ?? []).map((locale) => toVoice(entry, locale))),
  ];
}

/** Returns the styles of each voice in a response of a list of voices. Empty for anything else. */
export function readMicrosoftStyles(response: unknown): ReadonlyMap<string, readonly string[]> {
  const voices = listSchema.safeParse(response).data ?? [];
  return new Map(voices.map(({ ShortName, StyleList = [] }) => [ShortName, StyleList]));
}

/** Returns the locale in the name of a voice: `zh-CN` in `zh-CN-XiaoxiaoNeural`, `sr-Latn-RS` in `sr-Latn-RS-NicholasNeural`. */
export function localeOfMicrosoftVoice(voice: string): string | undefined {
  return /^([a-z]{2,3}(?:-[A-Z][a-z]{3})?-[A-Z]{2})-./u.exec(voice)?.[1];
}

/** Returns the locale that a service uses for a language: that of the voice where it speaks the language, otherwise of the list. */
export function microsoftLocale(language: string, voice: string): string {
  const own = localeOfMicrosoftVoice(voice);
  if (own !== undefined && sameLanguage(own, language)) return own;
  const isExact = ({ language: locale }: Voice) => locale.toLowerCase() === language.toLowerCase();
  const isSame = ({ language: locale }: Voice) => sameLanguage(locale, language);
  return (microsoftVoices.find(isExact) ?? microsoftVoices.find(isSame))?.language ?? language;
}
