import { getGender } from 'gender-detection-from-name';
import { baseLanguage } from '../../core/language.ts';
import type { Gender } from '../character.ts';

/** Languages whose first names are known. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'tr'] as const;

/** Returns the gender that a first name has in a language, or undefined for a name that is not known. */
export function genderOfFirstName(name: string, language: string): Gender | undefined {
  const gender = getGender(
    name,
    languages.find((code) => code === baseLanguage(language)),
  );
  return gender === 'unknown' ? undefined : gender;
}
