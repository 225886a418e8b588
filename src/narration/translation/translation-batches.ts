import type { Block, Chapter } from '../../core/book.ts';
import { sameLanguage } from '../../core/language.ts';
import { estimateTokens } from '../../llm/estimate-tokens.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import type { TranslationLanguages } from '../guard/translation/translation-languages.ts';
import { packEvenly } from '../pack-evenly.ts';

/** Two halves of a batch. */
export interface Halves {
  readonly first: readonly string[];
  readonly second: readonly string[];
  /** The halves are sentences of one paragraph. */
  readonly joined: boolean;
}

/** Puts paragraphs into batches of at most `maxTokens` and of about equal length. A longer paragraph is a batch of its own. */
export function toBatches(texts: readonly string[], maxTokens: number): readonly (readonly string[])[] {
  return packEvenly(texts, estimateTokens, maxTokens);
}

/** Halves paragraphs, or the sentences of a single paragraph. Returns undefined for a single sentence. */
export function halveTexts(texts: readonly string[], language: string): Halves | undefined {
  const joined = texts.length === 1;
  const parts = joined ? splitSentences(texts[0] ?? '', language) : texts;
  if (parts.length < 2) return undefined;
  const middle = Math.ceil(parts.length / 2);
  const [first, second] = [parts.slice(0, middle), parts.slice(middle)];
  return joined ? { first: [first.join(' ')], second: [second.join(' ')], joined } : { first, second, joined };
}

/** Returns the blocks of a chapter with its title, which is translated with the text so that both use the same words. */
export function withTitle({ title, blocks }: Pick<Chapter, 'title' | 'blocks'>): readonly Block[] {
  return blocks[0]?.text === title ? blocks : [{ kind: 'heading', text: title, document: '' }, ...blocks];
}

/** Returns the texts that are translated: those with letters that are not in the target language already. */
export function textsToTranslate(
  blocks: readonly Block[],
  { language, target }: TranslationLanguages,
): readonly string[] {
  return blocks.filter((block) => needsTranslation(block, { language, target })).map(({ text }) => text);
}

/** Reports whether a block is translated. */
export function needsTranslation(
  { text, language: own }: Pick<Block, 'text' | 'language'>,
  { language, target }: TranslationLanguages,
): boolean {
  return /\p{L}/u.test(text) && !sameLanguage(own ?? language, target);
}

/** Reports whether texts are too long for one request. */
export function isTooLong(texts: readonly string[], maxTokens: number): boolean {
  return estimateTokens(texts.join('\n\n')) > maxTokens;
}

const maxAboutLength = 60;

/** Returns the beginning of a batch, for the report. */
export function beginningOf([text = '']: readonly string[]): string {
  return text.slice(0, maxAboutLength);
}
