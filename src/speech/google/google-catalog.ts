import type { Voice } from '../provider.ts';
import { voiceCatalog } from '../voice-catalog.ts';
import type { VoiceCatalog } from '../voice-catalog.ts';
import { voicesFor } from '../voices-for.ts';
import { googleLocale, googleVoices, localeOfVoice, newestFamily } from './google-voices.ts';

/** Google's voices. */
export interface GoogleCatalog extends Pick<VoiceCatalog, 'voices' | 'defaultVoice' | 'languagesOf'> {
  /** Returns the name that the service knows. A short name (`Kore`) stands for a voice of the newest family in the language. */
  readonly fullName: (voice: string, language: string, signal: AbortSignal) => Promise<string>;
}

/** Returns the catalog over the service's list. `preferred` is the voice of the settings. */
export function googleCatalog(list: () => Promise<readonly Voice[]>, preferred: string | undefined): GoogleCatalog {
  const catalog = voiceCatalog({ list, builtIn: googleVoices, preferred, languagesByName, rank });
  return {
    voices: (language, signal) => catalog.voices(language, signal),
    defaultVoice: (language, signal) => catalog.defaultVoice(language, signal),
    async languagesOf(voice, signal) {
      if (!isShortName(voice)) return await catalog.languagesOf(voice, signal);
      return withShortName(await catalog.all(signal), voice).map(({ language }) => language);
    },
    async fullName(voice, language, signal) {
      return isShortName(voice) ? fullName(await catalog.all(signal), voice, language) : voice;
    },
  };
}

function languagesByName(voice: string): readonly string[] {
  const locale = localeOfVoice(voice);
  return locale === undefined ? [] : [locale];
}

/** Families by how well they narrate. Others, such as voices for news or of another price, come last. */
const families = [`${newestFamily}-Kore`, 'Neural2-', 'Wavenet-', `${newestFamily}-`, 'Chirp-HD-', 'Standard-'];

function rank({ id }: Voice): number {
  const place = families.findIndex((family) => id.includes(`-${family}`));
  return place < 0 ? families.length : place;
}

/** Reports whether a voice is of the newest family, whose names Gemini models have, too. */
export function isNewestFamily(voice: string): boolean {
  return isShortName(voice) || voice.includes(`-${newestFamily}-`);
}

function isShortName(voice: string): boolean {
  return /^[A-Z][a-z]+$/u.test(voice);
}

function withShortName(voices: readonly Voice[], shortName: string): readonly Voice[] {
  return voices.filter(({ id }) => id.endsWith(`-${newestFamily}-${shortName}`));
}

function fullName(voices: readonly Voice[], shortName: string, language: string): string {
  const listed = voicesFor(withShortName(voices, shortName), language);
  const usual = `${googleLocale(language)}-${newestFamily}-${shortName}`;
  return listed.length === 0 || listed.some(({ id }) => id === usual) ? usual : (listed[0]?.id ?? usual);
}
