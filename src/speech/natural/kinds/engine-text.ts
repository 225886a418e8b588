import anyAscii from 'any-ascii';
import { baseLanguage, languageScript } from '../../../core/language.ts';

/** Scripts that voices of a language read in addition to Latin. */
const readScripts: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Hiragana', 'Katakana', 'Han'],
  Kore: ['Hangul'],
  Hans: ['Han'],
  Hant: ['Han'],
};

/** No word of any language is longer, in UTF-16 code units; espeak-ng cuts longer ones. */
const longestWord = 60;

/**
 * Returns a clean text (`spokenText`) without what an engine would drop or cut. Letters of scripts that the language is not
 * written in become Latin letters: the engines spell or drop them. Words stay whole, except endless ones.
 */
export function engineText(text: string, language: string): string {
  return text
    .replaceAll(foreignLetters(language), (letters) => ` ${anyAscii(letters)} `)
    .replaceAll(/[^\s\p{P}]{61,}/gu, (word) => broken(word))
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

function foreignLetters(language: string): RegExp {
  const base = baseLanguage(language);
  const code = languageScript(language) ?? 'Latn';
  const scripts = ['Latin', 'Common', 'Inherited', ...(readScripts[code] ?? [code])];
  const own = base === 'sr' ? [...scripts, 'Cyrl'] : scripts;
  const known = own.map((script) => String.raw`\p{Script_Extensions=${script}}`).join('');
  return new RegExp(String.raw`[^${known}\s]+`, 'gu');
}

function broken(word: string): string {
  const letters = Array.from(word);
  const parts: string[] = [];
  for (let at = 0; at < letters.length; at += longestWord) parts.push(letters.slice(at, at + longestWord).join(''));
  return parts.join(' ');
}
