import { baseLanguage } from '../../core/language.ts';

const languages: ReadonlySet<string> = new Set(['de', 'lb']);

/** Reports whether every noun of a language (BCP-47) has a capital, so that one does not show a name. */
export function hasCapitalNouns(language: string): boolean {
  return languages.has(baseLanguage(language));
}
