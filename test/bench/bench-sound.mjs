import path from 'node:path';

export const sampleRate = 24_000;

/** Number of distinct segments, which a book repeats. */
export const segmentCount = 60;

/** Duration of every segment in the book, including its pause. */
export const segmentSeconds = 15;

/** Silence that services add around their speech. Most of it is trimmed. */
const silenceSeconds = 0.2;
const speechSeconds = 14.4;

/** Returns audio as hard to encode as a voice: gliding harmonics in syllables, breath and pauses, with silence at both ends. */
export function speechLike(seed) {
  const silence = silenceSeconds * sampleRate;
  const samples = new Int16Array(speechSeconds * sampleRate + 2 * silence);
  let phase = 0;
  let noise = seed + 1;
  for (let at = silence; at < samples.length - silence; at += 1) {
    const seconds = at / sampleRate;
    const pitch = 110 + 30 * Math.sin(seconds * 2.1 + seed) + 10 * Math.sin(seconds * 11);
    phase += (2 * Math.PI * pitch) / sampleRate;
    noise = (noise * 1_103_515_245 + 12_345) % 2 ** 31;
    // In an uneven rhythm: every part of an even one sounds like a repetition, which the checks of speech would look into.
    const beat = seconds * 13 + 3 * Math.sin(seconds * 1.7 + seed) + 5 * Math.sin(seconds * 0.61 + 2 * seed);
    const syllable = Math.max(0, Math.sin(beat + seed)) * (seconds % 4 < 3.6 ? 1 : 0);
    let voice = 0;
    for (let harmonic = 1; harmonic <= 16; harmonic += 1) voice += Math.sin(phase * harmonic) / harmonic;
    samples[at] = Math.round(syllable * (6000 * voice + 1500 * (noise / 2 ** 30 - 1)));
  }
  return { samples, sampleRate };
}

/** Returns the text of a segment, of about the length that its audio takes to speak. */
export function textOf(index) {
  return `Segment ${index} is one of many that were made for the bench. `.repeat(4);
}

export function wavPath(folder, index) {
  return path.join(folder, `segment-${index}.wav`);
}

export function segmentsIn(hours) {
  return Math.round((hours * 3600) / segmentSeconds);
}
