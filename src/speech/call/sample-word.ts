import { languageOf } from '../../languages/languages.ts';

/** Returns a short text in the script of a language (BCP-47) that any provider can speak. */
export function sampleWord(language: string): string {
  return languageOf(language).word ?? 'Radio.';
}
