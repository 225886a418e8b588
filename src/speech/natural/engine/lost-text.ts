/** Lines with which the engine reports that it left out part of a text, or spoke it with another speaker. */
const losses = /Ignore OOV|Skip OOV|Failed to (?:phonemize|convert)|sid should be in the range|supports only sid 0/u;

const unknownPhoneme = /Skip unknown phonemes\. Unicode codepoint: \\U\+([0-9a-f]+)/giu;

/** A model may lack a rare phoneme without losing a word. */
const allowedPhonemes = { count: 2, share: 0.05 };

/**
 * Returns what the engine lost of an utterance, in one sentence, or undefined. `said` is what it wrote to standard error
 * meanwhile: it reports lost text nowhere else. Marks and tones without a sound of their own do not count.
 */
export function lostText(said: string, textLength: number): string | undefined {
  const line = said.split('\n').find((candidate) => losses.test(candidate));
  if (line !== undefined) return `The voice left out part of the text (${reasonIn(line)}).`;
  const phonemes = [...said.matchAll(unknownPhoneme)].map(([, code = '']) => String.fromCodePoint(parseInt(code, 16)));
  const sounds = phonemes.filter((phoneme) => /\p{Ll}|\p{Lu}|\p{Lo}/u.test(phoneme)).length;
  if (sounds <= Math.max(allowedPhonemes.count, textLength * allowedPhonemes.share)) return undefined;
  return `The voice left out part of the text (${sounds} unknown phonemes).`;
}

/** The line begins with a path of the machine on which the engine was built. */
function reasonIn(line: string): string {
  return line.slice(line.search(losses)).trim().slice(0, 80);
}
