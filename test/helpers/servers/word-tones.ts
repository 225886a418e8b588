import { createHash } from 'node:crypto';
import type { Pcm } from '../../../src/core/pcm.ts';
import type { SpokenWord } from './spoken-audio.ts';

/** Pitches of the two halves of a word: 24 × 24 words can be told apart. */
const pitches = Array.from({ length: 24 }, (_, index) => 400 + 90 * index);
const secondsPerLetter = 1 / 15;
const gapSeconds = 0.045;
const fadeSeconds = 0.004;
/** The end of a sound fades, as that of a voice. */
const decaySeconds = 0.04;
const level = 6000;

/** Returns the words of a text, in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Returns the code of a word, from 0 to 575. A few words share one. */
export function wordCode(word: string): number {
  return createHash('sha256').update(word).digest().readUInt32LE(0) % pitches.length ** 2;
}

/**
 * Speaks a text as tones: each word is two pitches that `hearWords` recognizes. It lasts as long as a narrator needs, swells
 * with each syllable and fades at its end, with short gaps between words and pauses after commas and sentences.
 */
export function speakWords(text: string, sampleRate: number): Int16Array {
  return speakTimed(text, sampleRate).samples;
}

/** Returns when `speakWords` speaks each word of a text. */
export function tellWords(text: string, sampleRate: number): readonly SpokenWord[] {
  return speakTimed(text, sampleRate).words;
}

function speakTimed(text: string, sampleRate: number) {
  const parts = [silence(0.1, sampleRate)];
  const words: SpokenWord[] = [];
  let at = parts[0]?.length ?? 0;
  const add = (part: Int16Array): void => {
    parts.push(part);
    at += part.length;
  };
  for (const { 0: piece, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+|[.!?…]+|[,;:—–]/gu)) {
    if (/^[.!?…]/u.test(piece)) add(silence(0.4, sampleRate));
    else if (/^[,;:—–]/u.test(piece)) add(silence(0.14, sampleRate));
    else {
      words.push({ text: piece, index, seconds: at / sampleRate });
      add(speakWord(piece.toLowerCase(), sampleRate));
      add(silence(gapSeconds, sampleRate));
    }
  }
  return { samples: joinSamples([...parts, silence(0.1, sampleRate)]), words };
}

/** Returns the codes of the words in audio that `speakWords` made, in order. */
export function hearWords({ samples, sampleRate }: Pcm): number[] {
  return soundingParts(samples, sampleRate).map((part) => {
    const middle = part.length / 2;
    return pitchOf(part.subarray(0, middle), sampleRate) * pitches.length + pitchOf(part.subarray(middle), sampleRate);
  });
}

/** Joins samples. */
export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const joined = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Returns silence. */
export function silence(seconds: number, sampleRate: number): Int16Array {
  return new Int16Array(Math.round(seconds * sampleRate));
}

/** Returns about as many syllables as a word has: each swells and fades. */
function syllablesOf(word: string): number {
  return Math.max(1, word.match(/[aeiouyà-ÿ]+/gu)?.length ?? 0);
}

/** Words that were spoken, by rate and word: the same ones come again and again. */
const spokenWords = new Map<string, Int16Array>();
/** Some megabytes. */
const mostWords = 500;

function speakWord(word: string, sampleRate: number): Int16Array {
  const key = `${sampleRate} ${word}`;
  const spoken = spokenWords.get(key) ?? wordTone(word, sampleRate);
  if (spokenWords.size >= mostWords) spokenWords.clear();
  spokenWords.set(key, spoken);
  return spoken;
}

function wordTone(word: string, sampleRate: number): Int16Array {
  const code = wordCode(word);
  const letters = Array.from(word).reduce((sum, character) => sum + (/\p{N}/u.test(character) ? 5 : 1), 1);
  // No voice speaks at exactly one pace.
  const pace = 1 + ((code % 9) - 4) / 100;
  const length = Math.round((letters * secondsPerLetter * pace - gapSeconds) * sampleRate);
  const fade = fadeSeconds * sampleRate;
  const decay = decaySeconds * sampleRate;
  const syllable = length / syllablesOf(word);
  const samples = new Int16Array(length);
  let phase = 0;
  for (let index = 0; index < length; index += 1) {
    const half = index < length / 2 ? Math.floor(code / pitches.length) : code % pitches.length;
    phase += (2 * Math.PI * (pitches[half] ?? 0)) / sampleRate;
    const swell = 0.75 - 0.25 * Math.cos((2 * Math.PI * index) / syllable);
    const gain = swell * Math.min(1, index / fade) * Math.min(1, (length - index) / decay) ** 2;
    samples[index] = Math.round(level * gain * Math.sin(phase));
  }
  return samples;
}

/** Tells the pitches apart: they differ by more than two cycles in this time. */
const measureSeconds = 0.025;
/** Shorter sounds are clicks, and shorter silences belong to a word. */
const minWordSeconds = 0.03;
const minGapSeconds = 0.015;

function soundingParts(samples: Int16Array, sampleRate: number): Int16Array[] {
  const frame = Math.round(sampleRate * 0.005);
  const levels = new Float64Array(Math.floor(samples.length / frame));
  for (let index = 0; index < levels.length * frame; index += 1) {
    const at = Math.floor(index / frame);
    levels[at] = Math.max(levels[at] ?? 0, Math.abs(samples[index] ?? 0));
  }
  const threshold = 0.15 * (levels.toSorted()[Math.floor(levels.length * 0.8)] ?? 0);
  const parts: { from: number; to: number }[] = [];
  for (const [index, peak] of levels.entries()) {
    if (peak <= Math.max(20, threshold)) continue;
    const last = parts.at(-1);
    if (last && (index - last.to) * 0.005 < minGapSeconds) last.to = index + 1;
    else parts.push({ from: index, to: index + 1 });
  }
  return parts
    .filter(({ from, to }) => (to - from) * 0.005 >= minWordSeconds)
    .map(({ from, to }) => samples.subarray(from * frame, to * frame));
}

/** Returns the index of the loudest pitch in the middle of a part. */
function pitchOf(part: Int16Array, sampleRate: number): number {
  const length = Math.min(part.length * 0.6, measureSeconds * sampleRate);
  const middle = part.subarray((part.length - length) / 2, (part.length + length) / 2);
  const energies = pitches.map((hertz) => energyAt(middle, hertz / sampleRate));
  return energies.indexOf(Math.max(...energies));
}

/** Goertzel's algorithm. `frequency` is in cycles per sample. */
function energyAt(samples: Int16Array, frequency: number): number {
  const factor = 2 * Math.cos(2 * Math.PI * frequency);
  let last = 0;
  let beforeLast = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const next = (samples[index] ?? 0) + factor * last - beforeLast;
    beforeLast = last;
    last = next;
  }
  return last ** 2 + beforeLast ** 2 - factor * last * beforeLast;
}
