/** Kokoro rushes beyond 400 letters. Of more than 510 the engine makes two passes, in the middle of a word. */
const maxLetters = 400;

/** Returns phonemes in pieces that the model speaks in one pass, cut after a sentence, otherwise after a clause, otherwise between words. */
export function splitPhonemes(phonemes: string): readonly string[] {
  const pieces: string[] = [];
  let rest = phonemes.trim();
  while (rest.length > maxLetters) {
    const head = rest.slice(0, maxLetters + 1);
    const places = [/[.!?…][”")]*\s/gu, /[,;:—)][”")]*\s/gu, /\s/gu].map((place) => lastEnd(head, place));
    const cut = places.find((end) => end > maxLetters / 2) ?? places.find((end) => end > 0) ?? maxLetters;
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

function lastEnd(text: string, place: RegExp): number {
  const last = [...text.matchAll(place)].at(-1);
  return last ? last.index + last[0].length : 0;
}
