import { estimateTokens } from '../../llm/estimate-tokens.ts';
import { splitSentences } from '../../text/split-sentences.ts';
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

const maxPrecedingLength = 300;

/** Returns the end of the text before a batch. */
export function endOf(texts: readonly string[] = []): string {
  return texts
    .join(' ')
    .slice(-maxPrecedingLength)
    .replace(/^\S*\s/u, '');
}

const maxAboutLength = 60;

/** Returns the beginning of a batch, for the report. */
export function beginningOf([text = '']: readonly string[]): string {
  return text.slice(0, maxAboutLength);
}
