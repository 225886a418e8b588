import type { SourceText } from './source-text.ts';

const aboutTheRequest =
  /\b(?:text|passage|excerpt|chapter|content|material|document) (?:that )?you(?:['’]ve| have)? (?:provided|shared|pasted|sent|given|gave|uploaded)\b|\bthe provided (?:text|passage|excerpt|content)\b|\bder von (?:ihnen|dir) (?:bereitgestellte|gesendete) text\b|\ble texte (?:que vous avez )?fourni\b|\bel texto (?:que (?:has|ha) )?proporcionad\w*\b|\bil testo (?:che (?:hai|ha) )?fornito\b|\bo texto (?:que você )?fornec\w+|\bde aangeleverde tekst\b|предоставленн\p{L}+ (?:вами |тобой )?(?:текст|глав|отрыв)|(?:dostarczon|przesłan)\p{L}+ (?:tekst|rozdział|fragment)|(?:sağladığınız|verdiğiniz|paylaştığınız) (?:metin|bölüm)|[您你]提供的(?:文本|文字|章节|内容|段落)|(?:提供|お送り)(?:された|いただいた|いただきました)(?:テキスト|文章|章)|제공해? ?(?:주신|하신|된) ?(?:텍스트|본문|글|내용)|النص (?:الذي قدمت|المقدم|المُقدَّم)|आपके द्वारा (?:दिए|प्रदान)/iu;
const questionToUser =
  /\b(?:would you like (?:me|a|an)\b|shall i\b|should i (?:continue|proceed|write)|do you want me to|(?:could|can) you (?:please )?(?:provide|share|paste|send)|please (?:provide|share|paste|send) (?:the|me|a)\b|soll ich\b|möchten sie, dass ich|(?:voulez|souhaitez)-vous que je|pourriez-vous (?:me )?(?:fournir|envoyer|partager) (?:le|ce) (?:texte|chapitre|passage)|quieres que (?:contin|sig|escrib|prepar)|queres que|vuoi che (?:continui|prosegua)|pot(?:resti|rebbe) (?:fornir|inviar)mi il (?:testo|capitolo|brano)|könn(?:ten|en) sie mir (?:bitte )?(?:den|das) (?:text|kapitel|abschnitt)|quer que eu (?:continue|prossiga)|wil je dat ik (?:doorga|verder)|czy mam kontynuować)/iu;

/**
 * Reports whether a text speaks to the person who asked for it, in words that its source does not have. Two hosts of a `dialogue` ask
 * each other: only their last words may be a question to the user.
 */
export function speaksToUser(text: string, { text: source }: SourceText, { dialogue = false } = {}): boolean {
  const asking = dialogue ? (text.split('\n\n').at(-1) ?? '') : text;
  const found = (pattern: RegExp, where: string): boolean => pattern.test(where) && !pattern.test(source);
  return found(aboutTheRequest, text) || found(questionToUser, asking);
}
