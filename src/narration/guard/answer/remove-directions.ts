import { countWords } from '../../../text/count-words.ts';
import type { SourceText } from '../source-text.ts';

const brackets = /\[[^[\]]{0,300}\]|【[^【】]{0,300}】|\{[^{}\n]{0,300}\}/gu;
const round = /[(（]([^()（）\n]{0,120})[)）]/gu;
/** "[pause]" and "(softly)" are directions. More words in brackets say what is not there: "[The text continues unchanged]". */
const maxDirection = 3;

/** Reports whether brackets that the source does not have say that something is left out, or at the end that the text goes on. */
export function hasOmission(texts: readonly string[], source: SourceText): boolean {
  const isOwn = (found: string): boolean => !isInSource(found, source);
  const marks = texts
    .flatMap((text) => [...(text.match(brackets) ?? []), ...(text.match(dotsInBrackets) ?? [])])
    .filter(isOwn);
  const [last = ''] = /[[【][^[\]【】]{1,60}[\]】][.…\s]*$/u.exec(texts.at(-1) ?? '') ?? [];
  return marks.some(saysOmission) || (last !== '' && isOwn(last));
}

/** Reports whether brackets hold more words than a direction, or only dots. */
function saysOmission(mark: string): boolean {
  return countWords(mark) > maxDirection || !/[\p{L}\p{N}]/u.test(mark);
}

const dotsInBrackets = /[(（]\s*(?:…|\.{3}|⋯)+\s*[)）]/gu;

function isInSource(found: string, source: SourceText): boolean {
  return source.text.includes(found) || source.contains(found);
}

/**
 * Removes short directions in brackets and between stars, and the label before a paragraph, where the source has none of their words.
 * Words with stars that are a part of a sentence stay: they are stressed.
 */
export function removeDirections(text: string, source: SourceText): string {
  const unless = (found: string, rest: string): string => (isInSource(found, source) ? found : rest);
  return text
    .replaceAll(brackets, (found) => unless(found, ' '))
    .replaceAll(round, (found, inside: string, at: number) =>
      isAlone(text, found, at) && isUnknown(inside, source) ? unless(found, ' ') : found,
    )
    .replaceAll(/(?<!\*)\*([^*\n]{1,300})\*(?!\*)/gu, (found, words: string, at: number) => {
      if (isInSource(found, source) || /^\s|\s$/u.test(words)) return found;
      return isAlone(text, found, at) && isUnknown(words, source) ? '' : words;
    })
    .replaceAll(/[♪♫♬🎵🎶]+/gu, '')
    .split('\n')
    .map((line) => withoutLabel(line, source))
    .map((line) => (source.text.includes('*') ? line : line.replaceAll('*', '')))
    .join('\n');
}

/** Reports whether a piece stands between sentences, not within one. */
function isAlone(text: string, found: string, at: number): boolean {
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at + found.length)];
  return /(?:^|[\p{Sentence_Terminal}…:”"’»)\]\n])$/u.test(before) && /^\s*(?:$|[\p{Lu}\p{Lo}“"„«‘(*[\n])/u.test(after);
}

function isUnknown(words: string, source: SourceText): boolean {
  const parts = words.match(/[\p{L}\p{M}]+/gu) ?? [];
  return countWords(words) <= maxDirection && !parts.some((word) => word.length > 3 && source.contains(word));
}

const label = /^\s*(\p{L}[\p{L}\p{M}' -]{1,24}(?:\s?\([^()\n]{0,40}\))?)\s?[:：]\s*(?=["“„«‘]?[\p{Lu}\p{Lo}])/u;

/** "Narrator: It was late." Some sentences begin with a word and a colon, too: those of the chapter, and longer ones. */
function withoutLabel(line: string, source: SourceText): string {
  const [found, words = ''] = label.exec(line) ?? [];
  return found !== undefined && isUnknown(words, source) ? line.slice(found.length) : line;
}
