import type { Voice } from '../provider.ts';
import { baseLanguage } from '../../core/language.ts';
import { everyLanguage } from '../voices-for.ts';

/** Names of the languages in requests; the server rejects codes. */
const names: Readonly<Record<string, string>> = {
  de: 'German',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  pt: 'Portuguese',
  ru: 'Russian',
  zh: 'Chinese',
};

/** The languages that the model speaks, as BCP-47 codes. */
export const qwenLanguages: readonly string[] = Object.keys(names);

/** Returns the name for a BCP-47 code, or undefined when the model does not speak the language. */
export function qwenLanguage(language: string): string | undefined {
  return names[baseLanguage(language)];
}

/** The model's speakers, for when the server does not list any. Each speaks every language. */
export const qwenVoices: readonly Voice[] = [
  'Vivian',
  'Serena',
  'Uncle_Fu',
  'Dylan',
  'Eric',
  'Ryan',
  'Aiden',
  'Ono_Anna',
  'Sohee',
].map(qwenVoice);

/** Returns the voice for the name of a speaker. */
export function qwenVoice(id: string): Voice {
  return { id, name: id.replaceAll('_', ' '), language: everyLanguage };
}
