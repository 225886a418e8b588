/** Shorter sounds may be one drawn-out vowel. */
const minSeconds = 2;
/** Syllables a second, pauses included. Of 489 answers of 60 voices in 14 languages the slowest had 1.9. A tone, a hum or a chord has none. */
const minRate = 0.5;

/** Reports whether a sound, of this many seconds and syllables, may be speech: it is short, or it has syllables. */
export function hasSyllables(seconds: number, syllables: number): boolean {
  return seconds < minSeconds || syllables >= seconds * minRate;
}
