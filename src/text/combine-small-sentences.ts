import { textLength } from './text-length.ts';

/** Joins each sentence shorter than `minLength` code points to the one before it; a short first one joins the next. */
export function combineSmallSentences(sentences: readonly string[], minLength = 10): string[] {
  const combined: string[] = [];
  let firstIsShort = false;
  for (const sentence of sentences) {
    const last = combined.at(-1);
    const isShort = textLength(sentence, 'chars') < minLength;
    if (last === undefined) {
      combined.push(sentence);
      firstIsShort = isShort;
    } else if (isShort || firstIsShort) {
      const joined = joinSentences(last, sentence);
      combined[combined.length - 1] = joined;
      firstIsShort = firstIsShort && isShort && textLength(joined, 'chars') < minLength;
    } else {
      combined.push(sentence);
    }
  }
  return combined;
}

/** Two sentences as one text; Chinese and Japanese put no space between them. */
export function joinSentences(left: string, right: string): string {
  return /[\u3000-\u30ff\u3400-\u9fff\uff00-\uff60]$/u.test(left.slice(-1)) ? left + right : `${left} ${right}`;
}
