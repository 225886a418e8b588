import type { Pcm } from '../../core/pcm.ts';
import { pcmSeconds } from '../../core/pcm.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import type { SpeakingRate } from './speaking-rate.ts';

/** A defect of audio. */
export interface AudioProblem {
  readonly message: string;
  /** Only the length is unusual: the audio may still hold all of the text. */
  readonly doubtful: boolean;
}

/** Samples below this (of 32767, about -50 dB) are silence. */
const silenceLevel = 100;
const maxSilenceSeconds = 8;

/**
 * Returns the defect of the audio of a text (silence, a gap, or a length that does not fit), or undefined. Good audio improves
 * the estimate of `rate`.
 */
export function checkAudio(
  pcm: Pcm,
  { text, language, rate }: { readonly text: string; readonly language: string; readonly rate: SpeakingRate },
): AudioProblem | undefined {
  if (!isSpeakable(text)) return undefined;
  const { spokenSeconds, longestGapSeconds } = measure(pcm);
  if (spokenSeconds === 0) return { message: 'The audio is silent.', doubtful: false };
  const { min, max } = rate.plausible(text, language);
  const seconds = spokenSeconds.toFixed(1);
  if (spokenSeconds < min) {
    return { message: `${seconds} s of audio is too short for the text; the end may be cut off.`, doubtful: true };
  }
  if (spokenSeconds > max) return { message: `${seconds} s of audio is too long for the text.`, doubtful: true };
  if (longestGapSeconds > maxSilenceSeconds) {
    return { message: `The audio contains ${longestGapSeconds.toFixed(1)} s of silence.`, doubtful: false };
  }
  rate.learn(text, language, spokenSeconds);
  return undefined;
}

/** Returns the time from the first sound to the last, and the longest silence between them. */
function measure(pcm: Pcm): { readonly spokenSeconds: number; readonly longestGapSeconds: number } {
  const { samples, sampleRate } = pcm;
  let first = -1;
  let last = -1;
  let longestGap = 0;
  for (let index = 0; index < samples.length; index += 1) {
    if (Math.abs(samples[index] ?? 0) < silenceLevel) continue;
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
