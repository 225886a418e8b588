import type { Voice } from '../provider.ts';
import { baseLanguage } from '../../core/language.ts';
import { everyLanguage } from '../voices-for.ts';

/** Languages as the server takes them: whole words, `en` is an error there. */
const words: Readonly<Record<string, string>> = {
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

/** The word for a BCP-47 code, or undefined when the model was not made for the language. */
export function qwenLanguage(language: string): string | undefined {
  return words[baseLanguage(language)];
}

/** The model's speakers, for when the server cannot be asked. Each speaks every language. */
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

export function qwenVoice(id: string): Voice {
  return { id, name: id.replaceAll('_', ' '), language: everyLanguage };
}
