import { estimateTokens } from '../../llm/estimate-tokens.ts';
import { splitSentences } from '../../text/split-sentences.ts';

/** Two halves of a batch. */
export interface Halves {
  readonly first: readonly string[];
  readonly second: readonly string[];
  /** The halves are sentences of one paragraph. */
  readonly joined: boolean;
}

/** Puts paragraphs into batches of at most `maxTokens` and of about equal length. A longer paragraph is a batch of its own. */
export function toBatches(texts: readonly string[], maxTokens: number): readonly (readonly string[])[] {
  const sizes = texts.map((text) => estimateTokens(text));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const goal = total / Math.ceil(total / maxTokens);
  const batches: string[][] = [];
  let filled = 0;
  for (const [index, text] of texts.entries()) {
    const tokens = sizes[index] ?? 0;
    const last = batches.at(-1);
    const fits = last !== undefined && filled + tokens <= maxTokens && filled + tokens / 2 <= goal;
    if (fits) last.push(text);
    else batches.push([text]);
    filled = fits ? filled + tokens : tokens;
  }
  return batches;
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
