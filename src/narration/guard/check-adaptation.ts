import { countWords } from '../../text/count-words.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import { allWords } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** A retelling shares its small words and names with the chapter. */
const minKnown = 0.25;
/** Fewer words show too little of a text's language. */
const minWords = 12;
const minSentenceWords = 4;

const aboutTheRequest =
  /\b(?:text|passage|excerpt|chapter|content|material|document) (?:that )?you(?:['’]ve| have)? (?:provided|shared|pasted|sent|given|gave|uploaded)\b|\bthe provided (?:text|passage|excerpt|content)\b|\bder von (?:ihnen|dir) (?:bereitgestellte|gesendete) text\b|\ble texte (?:que vous avez )?fourni\b|\bel texto (?:que (?:has|ha) )?proporcionad\w*\b/iu;
const questionToUser =
  /\b(?:would you like (?:me|a|an)\b|shall i\b|should i (?:continue|proceed|write)|do you want me to|(?:could|can) you (?:please )?(?:provide|share|paste|send)|please (?:provide|share|paste|send) (?:the|me|a)\b|soll ich\b|möchten sie, dass ich|voulez-vous que je|quieres que|queres que)/iu;

/**
 * Reports what is wrong with a script that retells its source: it has no sentence, it speaks to the person who asked, or it is
 * in another language or about something else than the chapter. A part of a chapter is judged against the whole of it, so that
 * a short part is not judged more loosely.
 */
export function checkAdaptation(
  text: string,
  chapter: SourceText,
  { dialogue }: Pick<ScriptExpectation, 'dialogue'> = {},
): 'too-short' | 'refusal' | 'unrelated' | undefined {
  if (!/\p{Sentence_Terminal}/u.test(text) || countWords(text) < minSentenceWords) return 'too-short';
  if (speaksToUser(text, chapter, dialogue ?? false)) return 'refusal';
  return isUnrelatedTo(text, chapter) ? 'unrelated' : undefined;
}

/** Two hosts ask each other. Only their last words may be a question to the user. */
function speaksToUser(text: string, { text: source }: SourceText, dialogue: boolean): boolean {
  const asking = dialogue ? (text.split('\n\n').at(-1) ?? '') : text;
  const found = (pattern: RegExp, where: string): boolean => pattern.test(where) && !pattern.test(source);
  return found(aboutTheRequest, text) || found(questionToUser, asking);
}

function isUnrelatedTo(text: string, { text: source }: SourceText): boolean {
  const words = allWords(text);
  if (words.length < minWords) return false;
  const known = new Set(allWords(source));
  return words.filter((word) => known.has(word)).length < words.length * minKnown;
}
