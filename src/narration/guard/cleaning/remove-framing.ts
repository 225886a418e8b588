import { splitSentences } from '../../../text/split-sentences.ts';
import { countWords } from '../../../text/count-words.ts';
import type { SourceText } from '../source-text.ts';

const opening =
  /^(?:sure|certainly|of course|ok(?:ay)?|absolutely|great|alright|here(?:['’]s| is| are)|below is|this is (?:the|a|your|my)|the following|i['’](?:ve|ll)|i have|i will|let me|as requested|got it|natürlich|gerne?|klar|hier (?:ist|sind|kommt)|voici|bien sûr|d['’]accord|aquí (?:está|tienes)|claro|por supuesto|aqui está|ecco|certo|конечно|вот|natuurlijk|hier is|oczywiście|oto|elbette|işte|물론|다음은|以下|こちら|承知|もちろん|好的|当然|下面)(?=$|[\s,.!:、，。！：]|[^\p{L}])/iu;
/** Words for the completion itself. "Chapter", "text" or "summary" may be what a script talks about. */
const aboutTheCompletion =
  /\b(?:script|narration|version|rewrit\w*|rewrote|adapt\w*|transcript|requested|your request|read aloud|podcast|translat\w*|skript|zusammenfassung|fassung|gewünscht\w*|guion|resumen|riassunto|richiest[oa]|demandée?|samenvatting|gevraagde|solicitad[oa]|pedid[oa]|traduc\w*|übersetz\w*)|スクリプト|脚本|翻訳|翻译|旁白|ナレーション/iu;
const titleLine =
  /^(?:(?:the )?(?:narration|script|podcast|episode|summary|transcript|lecture|audiobook|meditation)(?: script| episode)?)(?:\s*[:：–—-].*)?$/iu;
const closing = new RegExp(
  String.raw`^\(?(?:${[
    String.raw`let me know|feel free to|would you like (?:me|a|an|another)\b|i hope (?:this|that|you (?:enjoy|find|like))`,
    String.raw`if you(?:['’]d| would) like (?:me|any|a)\b|if you (?:want|need) (?:me|any)\b|please (?:let me|note that this)|note\s*[:：]`,
    String.raw`(?:the )?end of (?:the )?(?:script|chapter|narration|piece|part|text|episode)\b|this (?:script|narration|summary|adaptation|translation)\b`,
    String.raw`is there anything (?:else )?(?:i|you)\b|(?:shall|should) i (?:continue|go on|proceed)|do you want me to`,
    String.raw`ich hoffe,? (?:das|dies|dass)|lass mich wissen|möchte(?:st|n) (?:du|sie), dass|hinweis\s*:`,
    String.raw`n['’]hésitez pas à|j['’]espère que (?:cela|ce|cette)|note du traducteur|(?:souhaitez|voulez)-vous que je|remarque\s*:`,
    String.raw`¿?espero que (?:esto|este|te|le)|avísame|¿(?:quieres|deseas?|quiere) que|nota\s*:|spero che (?:questo|ti|vi|le)\b|fammi sapere|vuoi che`,
    String.raw`espero que (?:isto|isso|goste)|quer que eu|ik hoop dat (?:dit|deze|je)|laat (?:het )?me weten|wil je dat ik|opmerking\s*:`,
    String.raw`mam nadzieję, że (?:to|ten|ci)|daj (?:mi )?znać|czy mam kontynuować|uwaga\s*:|надеюсь, (?:вам|это|этот)|дайте знать|хотите, чтобы я|примечание\s*:`,
  ].join('|')})`,
  'iu',
);
const maxFrameWords = 60;
/** An announcement without a colon is one sentence or two. */
const maxRemarkWords = 35;

/** Removes a model's remarks about its completion: "Here is the script:" before it, "Let me know…" after it. Text that occurs in the source stays. */
export function removeFraming(text: string, source: SourceText): string {
  const lines = text.split('\n').map((line) => line.trim());
  let first = lines.findIndex(isText);
  while (first >= 0 && isOpening(lines[first] ?? '', source)) {
    lines[first] = afterColon(lines[first] ?? '', source);
    if (lines[first] !== '') break;
    first = lines.findIndex(isText);
  }
  let last = lines.findLastIndex(isText);
  while (last >= 0 && isClosing(lines[last] ?? '', source)) {
    lines[last] = '';
    last = lines.findLastIndex(isText);
  }
  return withoutLastRemarks(lines.join('\n').trim(), source);
}

/** Removes remarks from the end of the last line. The first sentence stays. */
function withoutLastRemarks(text: string, source: SourceText): string {
  const start = text.lastIndexOf('\n') + 1;
  const sentences = splitSentences(text.slice(start), source.language);
  const last = sentences.findLastIndex((sentence, index) => index === 0 || !isClosing(sentence, source));
  if (last === sentences.length - 1) return text;
  return text.slice(0, start) + sentences.slice(0, last + 1).join(' ');
}

function isText(line: string): boolean {
  return line !== '';
}

function isOpening(line: string, source: SourceText): boolean {
  if (source.contains(line)) return false;
  if (titleLine.test(line)) return true;
  const frame = /^[^:：]{0,300}[:：]/u.exec(line)?.[0] ?? line;
  if (!opening.test(frame) || source.contains(frame) || countWords(frame) > maxFrameWords) return false;
  return announces(line, frame);
}

function announces(line: string, frame: string): boolean {
  if (/[:：]\s*$/u.test(line) || countWords(line) <= 3) return true;
  return aboutTheCompletion.test(frame) && countWords(frame) <= maxRemarkWords;
}

/** Returns the narration that follows a remark on the same line. */
function afterColon(line: string, source: SourceText): string {
  const rest = /^[^:：]{0,300}[:：]\s*(.+)$/u.exec(line)?.[1] ?? '';
  const begins = rest.split(/\s+/u).slice(0, 4).join(' ');
  return source.contains(begins) || countWords(rest) > maxFrameWords / 3 ? rest : '';
}

function isClosing(line: string, source: SourceText): boolean {
  return !source.contains(line) && closing.test(line) && countWords(line) <= maxFrameWords;
}

const pairs: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»', '「': '」', "'": "'" };

/** Removes quotation marks around the whole text that the source does not have. */
export function removeOuterQuotes(text: string, source: SourceText): string {
  const open = text.charAt(0);
  const close = pairs[open];
  if (close === undefined || text.at(-1) !== close || text.length < 2) return text;
  const inner = text.slice(1, -1);
  if (source.text.trim().startsWith(open) || inner.includes(open) || inner.includes(close)) return text;
  return inner.trim();
}
