import { baseLanguage } from '../../core/language.ts';
import { languageOf } from '../../languages/languages.ts';

/** A text that stands for something that is not read, and its language when it is not the book's. */
export interface Announcement {
  readonly text: string;
  /** BCP-47 code. */
  readonly language?: string | undefined;
}

/** Returns what is said in place of a program (`Code example, 12 lines.`), in English where the language is not known. */
export function announceCode(lines: number, language: string): Announcement {
  const templates = languageOf(language).announcements?.code;
  if (templates === undefined) return { ...announceCode(lines, 'en'), language: 'en' };
  const template = templates[new Intl.PluralRules(baseLanguage(language)).select(lines)] ?? templates.other;
  return { text: template.replace('#', String(lines)) };
}

/** Returns the word that is said in place of a formula, in English where the language is not known. */
export function announceFormula(language: string): string {
  return languageOf(language).announcements?.formula ?? 'formula';
}

/** Returns the alternative text of a picture on a page that has none, in English where the language is not known. */
export function pictureOnPage(page: number, language: string): string {
  const template = languageOf(language).announcements?.picture ?? 'Picture on page #';
  return template.replace('#', String(page));
}
