import { baseLanguage } from '../../core/language.ts';

const words: Readonly<Record<string, string>> = {
  ar: 'مرحبا',
  el: 'γεια',
  he: 'שלום',
  hi: 'नमस्ते',
  ja: 'こんにちは',
  ko: '안녕하세요',
  ru: 'привет',
  zh: '你好',
};

/** Returns a short text in the script of a language (BCP-47) that any provider can speak. */
export function sampleWord(language: string): string {
  return words[baseLanguage(language)] ?? 'Radio.';
}
