import type { Pcm } from '../../core/pcm.ts';
import { pcmSeconds } from '../../core/pcm.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import type { SpeakingRate } from './speaking-rate.ts';

export interface AudioProblem {
  readonly message: string;
  /** Only the length is odd: it may yet be all of the text. */
  readonly doubtful: boolean;
}

/** Samples below this (of 32767) are silence: about -50 dB. */
const silence = 100;
const longestSilenceSeconds = 8;

/** What is wrong with audio that came for a text: silent, with a hole, or of a length that does not fit. Good audio teaches the rate. */
export function checkAudio(
  pcm: Pcm,
  { text, language, rate }: { readonly text: string; readonly language: string; readonly rate: SpeakingRate },
): AudioProblem | undefined {
  if (!isSpeakable(text)) return undefined;
  const { spokenSeconds, longestGapSeconds } = measure(pcm);
  if (spokenSeconds === 0) return { message: 'The audio is silent.', doubtful: false };
  const { least, most } = rate.plausible(text, language);
  const seconds = spokenSeconds.toFixed(1);
  if (spokenSeconds < least) {
    return { message: `${seconds} s of audio is too short for the text; the end may be cut off.`, doubtful: true };
  }
  if (spokenSeconds > most) return { message: `${seconds} s of audio is too long for the text.`, doubtful: true };
  if (longestGapSeconds > longestSilenceSeconds) {
    return { message: `The audio is silent for ${longestGapSeconds.toFixed(1)} s in its midst.`, doubtful: false };
  }
  rate.learn(text, language, spokenSeconds);
  return undefined;
}

/** The time from the first sound to the last, and the longest silence between. */
function measure(pcm: Pcm): { readonly spokenSeconds: number; readonly longestGapSeconds: number } {
  const { samples, sampleRate } = pcm;
  let first = -1;
  let last = -1;
  let longestGap = 0;
  for (let index = 0; index < samples.length; index += 1) {
    if (Math.abs(samples[index] ?? 0) < silence) continue;
    if (first < 0) first = index;
    else longestGap = Math.max(longestGap, index - last);
    last = index;
  }
  if (first < 0) return { spokenSeconds: 0, longestGapSeconds: 0 };
  return {
    spokenSeconds: Math.min(pcmSeconds(pcm), (last - first + 1) / sampleRate),
    longestGapSeconds: longestGap / sampleRate,
  };
}
