import { countWords } from '../../../text/count-words.ts';
import type { Repair } from '../guarded-script.ts';
import { normalizeWords, sourceText } from '../source-text.ts';
import type { SourceText } from '../source-text.ts';
import { decode } from './decode.ts';
import type { Passage } from './labels.ts';
import { removeDirections } from './remove-directions.ts';
import { removeMarkup } from './remove-markup.ts';

/** Paragraphs as they are spoken, and what was removed from them. */
interface CleanedPassages {
  readonly paragraphs: readonly Passage[];
  readonly repairs: readonly Repair[];
}

/** Returns passages as paragraphs without what cannot be spoken: Markdown, directions, and a paragraph that comes a second time. Text of the source stays. */
export function cleanPassages(passages: readonly Passage[], source: SourceText): CleanedPassages {
  const repairs = new Set<Repair>();
  const change = (repair: Repair, before: string, after: string): string => {
    if (before.trim() !== after.trim()) repairs.add(repair);
    return after;
  };
  const cleaned = passages.flatMap(({ text, speaker }) => {
    const decoded = decode(text, source.text).trim();
    const unmarked = change('markup', decoded, removeMarkup(decoded, source));
    const spoken = change('directions', unmarked, removeDirections(unmarked, source));
    return paragraphsIn(spoken).map((paragraph): Passage => ({ text: paragraph, speaker }));
  });
  const once = withoutDoubles(cleaned, source);
  if (once.length < cleaned.length) repairs.add('repeats');
  return { paragraphs: once, repairs: [...repairs] };
}

/** Returns one paragraph, such as that of a translation, without Markdown and directions. */
export function cleanParagraph(text: string, source: string): string {
  const known = sourceText(source, 'und');
  const decoded = decode(text, source).trim();
  const unmarked = removeMarkup(decoded, known);
  const spoken = removeDirections(unmarked, known);
  return (/\p{L}/u.test(spoken) ? spoken : unmarked).replaceAll(/\s+/gu, ' ').trim();
}

/** A line break after the end of a sentence ends a paragraph. Any other becomes a space. */
function paragraphsIn(text: string): string[] {
  return text
    .replaceAll(/(?<=[\p{Sentence_Terminal}…:][\p{Pe}\p{Pf}\p{Pi}"']{0,4})[^\S\n]{0,20}\n/gu, '\n\n')
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.replaceAll(/\s+/gu, ' ').trim())
    .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph));
}

/** A shorter paragraph may be said twice: "He waited." */
const minWords = 8;

/** A refrain of the source stays, and what comes more often is a loop that no removal mends. */
function withoutDoubles(passages: readonly Passage[], source: SourceText): Passage[] {
  const keys = passages.map(({ text }) => (countWords(text) < minWords ? '' : normalizeWords(text)));
  return passages.filter(({ text }, index) => {
    const key = keys[index] ?? '';
    const isSecond = key !== '' && keys.indexOf(key) < index && keys.filter((each) => each === key).length === 2;
    return !isSecond || source.contains(text);
  });
}
