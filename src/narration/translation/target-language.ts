import { invalidValue } from '../../core/errors.ts';
import { languageByName, languageName, languageNames, parseLanguage } from '../../core/language.ts';

/** A language to translate into. */
export interface TargetLanguage {
  /** Canonical BCP-47 tag. */
  readonly code: string;
  /** English name, for prompts and messages. */
  readonly name: string;
}

/** Reads a BCP-47 code or an English name (`fr`, `pt-BR`, `French`). Throws `bad-value` when it is neither. */
export function targetLanguage(value: string): TargetLanguage {
  const code = parseLanguage(value) ?? languageByName(value);
  const name = code === undefined ? undefined : languageName(code);
  // A language without an English name cannot be put into a prompt.
  if (code === undefined || name === undefined || name === code) {
    throw invalidValue('language', value, 'a code or an English name, for example fr, pt-BR or French', {
      names: languageNames(),
    });
  }
  return { code, name };
}
