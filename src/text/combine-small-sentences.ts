import { textLength } from './text-length.ts';

/** Returns the sentences with each one shorter than `minLength` code points joined to the one before; a short first one is joined to the next. */
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

/** Returns two sentences as one text. Chinese and Japanese have no space between sentences. */
export function joinSentences(left: string, right: string): string {
  return /[\u3000-\u30ff\u3400-\u9fff\uff00-\uff60]$/u.test(left.slice(-1)) ? left + right : `${left} ${right}`;
}
