const syllables = 'ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu ka ke ki ko ku la le li lo lu'.split(
  ' ',
);

/** A word that can be spoken and that stands for a number; no two numbers have one word. */
export function wordFor(number: number): string {
  const digits = [
    number % 32,
    Math.floor(number / 32) % 32,
    Math.floor(number / 1024) % 32,
    Math.floor(number / 32_768),
  ];
  return digits.map((digit) => syllables[digit] ?? `m${syllables[digit - 30]}`).join('');
}

/** Sentences of 5 to 20 words; the n-th word of the book is `wordFor(n)`. */
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

/** Sentences joined to segments of at most so many characters. */
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

/** The words of texts, in order, as they stand in the book. */
export function wordsOf(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.toLowerCase().match(/[a-z]+/gu) ?? []);
}
