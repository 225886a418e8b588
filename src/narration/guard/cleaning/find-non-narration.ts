import { parseJson } from '../../../core/http/parse-json.ts';
import { countWords } from '../../../text/count-words.ts';
import { aTranslation, toTranslate } from '../about-translating.ts';
import type { SourceText } from '../source-text.ts';

/** Kinds of completions that are not narration. */
export type NonNarration = 'json' | 'error-text' | 'refusal';

/** Recognizes completions that are data, an error message, an error page or a refusal. Text that occurs in the source does not count. */
export function findNonNarration(text: string, source: SourceText): NonNarration | undefined {
  return (
    findData(text, source) ??
    (paragraphsOf(text).some((paragraph, index) => isRefusal(paragraph, index, text, source)) ? 'refusal' : undefined)
  );
}

/** Recognizes a translation that is none. The people of a book apologize, too: a refusal speaks of the task. */
export function findNonTranslation(text: string, source: SourceText): NonNarration | undefined {
  return findData(text, source) ?? (refusesToTranslate(text, source) ? 'refusal' : undefined);
}

function findData(text: string, source: SourceText): NonNarration | undefined {
  if (isJson(text, source)) return 'json';
  return isErrorText(text, source) ? 'error-text' : undefined;
}

function isJson(text: string, source: SourceText): boolean {
  const trimmed = text.trim();
  if (!/^[[{]/u.test(trimmed) || source.text.trim().startsWith(trimmed.slice(0, 20))) return false;
  return typeof parseJson(trimmed) === 'object' || /^[[{]\s*(?:"|\{\s*")/u.test(trimmed);
}

const page = /^\s*<(?:!doctype|html|\?xml|head|body)\b|<\/(?:html|body|head|script|title)>/iu;
const machineErrors = new RegExp(
  [
    String.raw`\b[45]\d\d\s+(?:bad gateway|gateway time-?out|service (?:temporarily )?unavailable|internal server error|too many requests|forbidden|unauthorized|not found|bad request|overloaded)`,
    String.raw`\bstatus code:? [45]\d\d\b`,
    String.raw`^\s*(?:\w+error|error|exception|http error)\s*(?::|\d{3})`,
    String.raw`^traceback \(most recent call last\)`,
    String.raw`\brate.?limit(?:ed)? (?:exceeded|reached)`,
    String.raw`\b(?:exceeded your current quota|insufficient[_ ]quota|invalid[_ ]api[_ ]key|invalid_request_error|overloaded_error)\b`,
    String.raw`\bupstream (?:connect|request|error|timed)`,
    String.raw`\b(?:connection (?:refused|reset by peer|timed out)|out of memory|ECONNREFUSED|ETIMEDOUT)\b`,
    String.raw`\bmodel ['"“][^'"”]{1,60}['"”] not found`,
    String.raw`\b(?:maximum context length|context length exceeded)`,
  ].join('|'),
  'iu',
);

function isErrorText(text: string, source: SourceText): boolean {
  if (page.test(text) && !page.test(source.text)) return true;
  const [found] = machineErrors.exec(text.slice(0, 1000)) ?? [];
  return found !== undefined && !source.contains(found) && !machineErrors.test(source.text);
}

const opening = String.raw`^["“(*]*`;
const english = String.raw`(?:i['’]?m (?:really |very |so )?(?:sorry|afraid|unable|not able)|i am (?:sorry|afraid|unable|not able)|i (?:do )?apologi[sz]e|my apologies|sorry|unfortunately,? i|i (?:cannot|can['’]?t|can not|won['’]?t|will not|must decline|don['’]t feel comfortable)|i['’]m an? ai\b|as an? (?:ai|artificial|large language|helpful))`;
const apology = new RegExp(`${opening}${english}`, 'iu');
const aboutTheTask =
  /\b(?:assist|help (?:you )?with|fulfil|comply|provide|generat|reproduc|continu|creat|rewrit|request|content|copyright|polic(?:y|ies)\b|guideline|language model|script|narrat|summari|translat|text you|this text)/iu;
const others =
  '(?:es tut mir leid|tut mir leid|leider kann ich|ich kann (?:diese|dabei|das nicht)|je suis désolé|désolée?(?!\\p{L})|je ne peux pas|lo siento|no puedo|mi dispiace|non posso|desculpe|lamento|sinto muito|não posso|het spijt me|извините|к сожалению|申し訳|抱歉|很抱歉|对不起|對不起|죄송)';
const otherApologies = new RegExp(`${opening}${others}`, 'iu');
/** The same anywhere in a text. */
const anyApology = new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${english}|${others})`, 'iu');
const selfDescription = /\bas an? (?:ai|artificial intelligence|large language)(?: language)? (?:model|assistant)\b/iu;
/** A refusal is short. In a long script such a paragraph is a character's speech. */
const maxRefusalWords = 120;
const maxLateWords = 40;

function isRefusal(paragraph: string, index: number, whole: string, source: SourceText): boolean {
  if (source.contains(paragraph) || source.contains(firstSentence(paragraph))) return false;
  if (selfDescription.test(paragraph) && !selfDescription.test(source.text)) return true;
  if (apology.test(paragraph) && aboutTheTask.test(paragraph)) return true;
  if (!otherApologies.test(paragraph)) return false;
  return index === 0 ? countWords(whole) < maxRefusalWords : isLateRefusal(paragraph);
}

/** The people of a book apologize as well, in what they say: between quotation marks or at length. */
function isLateRefusal(paragraph: string): boolean {
  return countWords(paragraph) <= maxLateWords && !/["“”„«»「」]/u.test(paragraph) && aboutTheText.test(paragraph);
}

const aboutRights =
  /copyright|©|language model|derechos de autor|droits d[’']auteur|diritti d[’']autore|urheberrecht|direitos autorais|auteursrecht|авторск\p{L}+ прав|著作権|版[权權]|저작권/iu;
const aboutTheText =
  /(?:helfen|aider|ayudar|aiutar|ajudar|helpen|помочь|協力|お手伝い|帮助|幫助|도와)|(?:text|texte|texto|testo|tekst|текст|отрыв|passage|passaggio|pasaje|abschnitt|contenu|contenido|contenuto|conteúdo|inhalt|содержани|テキスト|文章|内容|文本|段落|텍스트|내용)/iu;
/** Characters in which a refusal says what it is about. */
const refusalLength = 200;

function refusesToTranslate(text: string, source: SourceText): boolean {
  const beginning = text.slice(0, refusalLength);
  const apologizes = apology.test(beginning);
  if ([selfDescription, aboutRights].some((words) => words.test(text) && !words.test(source.text))) return true;
  if (!apologizes && !otherApologies.test(beginning)) return false;
  const isRemark = [aTranslation, toTranslate].some((words) => words.test(beginning) && !words.test(source.text));
  if (isRemark) return true;
  if (anyApology.test(source.text)) return false;
  return (apologizes ? aboutTheTask : aboutTheText).test(beginning);
}

function firstSentence(paragraph: string): string {
  return /^[^.!?。！？]{12,}[.!?。！？]/u.exec(paragraph)?.[0] ?? '';
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\n+/u)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
