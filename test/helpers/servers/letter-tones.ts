import { joinSamples, silence } from './word-tones.ts';

/** Letters and digits that are spoken, one tone each. */
export const letters: readonly string[] = Array.from(
  'abcdefghijklmnopqrstuvwxyz0123456789àâäçèéêëîïôöœùûüßáíóúñабвгдежзийклмнопрстуфхцчшщъыьэюя',
);

/** Seconds of a tone, and of the silence after it: doubled letters stay apart. */
export const toneSeconds = 0.05;
const gapSeconds = 0.025;
const wordGapSeconds = 0.06;
const fadeSeconds = 0.004;
const level = 6000;
/** The first letter is louder, as of a voice: in level speech, true peaks would be looked for near every sample. */
const firstLevel = 10_000;

/** Returns the frequency of a letter, in Hz. */
export function letterHertz(letter: string): number {
  return 400 + 70 * letters.indexOf(letter);
}

/**
 * Speaks a text letter by letter, at the pace of a narrator, with pauses after commas and sentences. Recognizers of
 * `installTinyRecognizer` hear its words.
 */
export function speakLetters(text: string, sampleRate: number): Int16Array {
  const parts = [silence(0.1, sampleRate)];
  let volume = firstLevel;
  for (const [piece] of text.toLowerCase().matchAll(/[\p{L}\p{N}]|[.!?…]+|[,;:—–]|\s+/gu)) {
    if (/^[.!?…]/u.test(piece)) parts.push(silence(0.4, sampleRate));
    else if (/^[,;:—–]/u.test(piece)) parts.push(silence(0.14, sampleRate));
    else if (/^\s/u.test(piece)) parts.push(silence(wordGapSeconds, sampleRate));
    else {
      parts.push(speakLetter(piece, sampleRate, volume), silence(gapSeconds, sampleRate));
      volume = level;
    }
  }
  return joinSamples([...parts, silence(0.1, sampleRate)]);
}

function speakLetter(letter: string, sampleRate: number, volume: number): Int16Array {
  const samples = new Int16Array(Math.round(toneSeconds * sampleRate));
  const fade = fadeSeconds * sampleRate;
  const step = (2 * Math.PI * letterHertz(letter)) / sampleRate;
  for (let at = 0; at < samples.length; at += 1) {
    const gain = Math.min(1, at / fade, (samples.length - at) / fade);
    samples[at] = Math.round(volume * gain * Math.sin(step * at));
  }
  return samples;
}
