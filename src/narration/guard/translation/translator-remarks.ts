import { splitSentences } from '../../../text/split-sentences.ts';
import { speaksToUser } from '../speaks-to-user.ts';
import { sourceText } from '../source-text.ts';

const noteAtEnd =
  /\s*[([（［【]\s*(?:note|notes|hinweis|anmerkung(?:en)?|nota|remarque|opmerking|примечание|注|备注|補足)\s*[:：][^)\]）］】]*[)\]）］】]\s*$/iu;

/** Removes a note in parentheses at the end of a paragraph whose source has no parentheses. */
export function withoutNote(text: string, source: string): string {
  return /[([（［【]/u.test(source) ? text : text.replace(noteAtEnd, '');
}

const translating = 'translat|traduc|traduz|übersetz|vertal|overs[aeæ]t|перевод|переклад|tłumacz|翻译|翻譯|翻訳|번역';
const announcement = new RegExp(
  `^(?:here(?:['’]s| is)|this is|below is|voici|hier (?:ist|kommt|is)|aquí (?:está|tienes)|ecco|aqui está|вот|ось|oto|以下|下面|こちら|다음)[^:：]{0,40}(?:${translating})[^:：]{0,40}[:：]`,
  'iu',
);

/** BCP-47 codes of a text and of its translation. */
interface Languages {
  readonly language: string;
  readonly target: string;
}

/**
 * Returns what a translated paragraph says to the person who asked: that a translation follows, or as a sentence more than the source
 * has, an offer or a question at the end. Undefined when there is nothing of the kind.
 */
export function findTranslatorRemark(
  text: string,
  source: string,
  { language, target }: Languages,
): string | undefined {
  const [found] = announcement.exec(text) ?? [];
  if (found !== undefined && !new RegExp(translating, 'iu').test(source)) return found;
  const last = surplusSentence(text, source, { language, target });
  return last !== undefined && speaksToUser(last, sourceText(source, language)) ? last : undefined;
}

/** The people of a book ask each other. */
const isSpeech = /["”’“»«」』]$/u;
const questions = /[?？؟]/gu;

/** Returns the last sentence where a translation has more than its source, unless someone in the book says or asks it. */
function surplusSentence(text: string, source: string, { language, target }: Languages): string | undefined {
  const sentences = splitSentences(text, target);
  const last = sentences.at(-1) ?? '';
  const isMore = sentences.length > splitSentences(source, language).length;
  const isAsked = /[?？؟]$/u.test(last) && countQuestions(text) <= countQuestions(source);
  return isMore && !isSpeech.test(last) && !isAsked ? last : undefined;
}

function countQuestions(text: string): number {
  return text.match(questions)?.length ?? 0;
}
