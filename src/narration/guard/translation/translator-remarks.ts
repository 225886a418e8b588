import { splitSentences } from '../../../text/split-sentences.ts';
import { aTranslation } from '../about-translating.ts';
import { removeFraming } from '../cleaning/remove-framing.ts';
import { speaksToUser } from '../speaks-to-user.ts';
import { sourceText } from '../source-text.ts';
import type { TranslationLanguages } from './translation-languages.ts';

const noteAtEnd =
  /\s*[([（［【]\s*(?:note|notes|hinweis|anmerkung(?:en)?|nota|remarque|opmerking|примечание|注|备注|補足)\s*[:：][^)\]）］】]*[)\]）］】]\s*$/iu;

/** Removes a note in parentheses at the end of a paragraph whose source has no parentheses. */
export function withoutNote(text: string, source: string): string {
  return /[([（［【]/u.test(source) ? text : text.replace(noteAtEnd, '');
}

/** What a model writes before a translation, up to a colon. */
const lead = /^[^:：]{0,80}[:：]/u;

/**
 * Returns what a translated paragraph says to the person who asked: that a translation follows, or as a sentence more than the source
 * has, something about the translation, an offer or a question at the end. Undefined when there is nothing of the kind.
 */
export function findTranslatorRemark(
  text: string,
  source: string,
  { language, target }: TranslationLanguages,
): string | undefined {
  const isRemark = (part: string): boolean => aTranslation.test(part) && !aTranslation.test(source);
  const [found] = lead.exec(text) ?? [];
  if (found !== undefined && isRemark(found)) return found;
  const last = surplusSentence(text, source, { language, target });
  if (last === undefined) return undefined;
  const known = sourceText(source, language);
  return isRemark(last) || speaksToUser(last, known) || removeFraming(`.\n${last}`, known) === '.' ? last : undefined;
}

/** The people of a book ask each other. */
const isSpeech = /["”’“»«」』]$/u;
const questions = /[?？؟]/gu;

/** Returns the last sentence where a translation has more than its source, unless someone in the book says or asks it. */
function surplusSentence(text: string, source: string, { language, target }: TranslationLanguages): string | undefined {
  const sentences = splitSentences(text, target);
  const last = sentences.at(-1) ?? '';
  const isMore = sentences.length > splitSentences(source, language).length;
  const isAsked = /[?？؟]$/u.test(last) && countQuestions(text) <= countQuestions(source);
  return isMore && !isSpeech.test(last) && !isAsked ? last : undefined;
}

function countQuestions(text: string): number {
  return text.match(questions)?.length ?? 0;
}
