import { baseLanguage } from '../../../core/language.ts';

/** Languages that share most words of a sentence, by their codes. */
const families = ['da nb nn no sv', 'ru uk be', 'es pt gl ca', 'cs sk', 'hr sr bs sl mk bg', 'id ms', 'nl af'].map(
  (codes) => codes.split(' '),
);

/** Reports whether a translation between two languages (BCP-47) leaves many words as they are. */
export function areClose(language: string, target: string): boolean {
  const [one, other] = [baseLanguage(language), baseLanguage(target)];
  return families.some((codes) => codes.includes(one) && codes.includes(other));
}
