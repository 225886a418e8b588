const syllables = 'ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu ka ke ki ko ku la le li lo lu'.split(
  ' ',
);

/** Returns a pronounceable word for a number; different numbers have different words. */
export function wordFor(number: number): string {
  const digits = [
    number % 32,
    Math.floor(number / 32) % 32,
    Math.floor(number / 1024) % 32,
    Math.floor(number / 32_768),
  ];
  return digits.map((digit) => syllables[digit] ?? `m${syllables[digit - 30]}`).join('');
}

/** Returns sentences of 5 to 20 words; word n of the book is `wordFor(n)`. */
export function numberedSentences(words: number): readonly string[] {
  const sentences: string[] = [];
  for (let start = 0; start < words;) {
    const end = Math.min(words, start + 5 + ((start * 7) % 16));
    const inside = Array.from({ length: end - start }, (_unused, offset) => wordFor(start + offset));
    sentences.push(`${inside.join(' ').replace(/^./u, (letter) => letter.toUpperCase())}.`);
    start = end;
  }
  return sentences;
}

/** Joins sentences to segments of at most `target` characters. */
export function segmentsOf(sentences: readonly string[], target: number): readonly string[] {
  const segments: string[] = [];
  for (const sentence of sentences) {
    const last = segments.at(-1);
    if (last !== undefined && last.length + 1 + sentence.length <= target)
      segments[segments.length - 1] = `${last} ${sentence}`;
    else segments.push(sentence);
  }
  return segments;
}

/** Returns the words of texts in order, in lower case. */
export function wordsInOrder(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.toLowerCase().match(/[a-z]+/gu) ?? []);
}
