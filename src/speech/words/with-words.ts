import type { Pcm, WordStart } from '../../core/pcm.ts';
import { frameLevels, frameSeconds, silenceThreshold } from '../check/measure/frame-levels.ts';
import { inkLength } from '../../text/text-length.ts';
import { wordsIn } from './words-in.ts';

/** Share of the words of a text whose times must be known. Those of the others are estimated between them. */
const minKnown = 0.5;
/** Seconds by which the first word may be reported before or after the first sound. */
const onsetTolerance = 0.4;
/** Share of the speech, and seconds, by which a word may be away from where its place in the text lets it expect. */
const driftTolerance = { share: 0.3, seconds: 0.6 };

/** Returns speech with the times of its words, or without when they cannot be those of the text and the sound. */
export function withWords(pcm: Pcm, text: string, words: readonly WordStart[]): Pcm {
  return arePlausible(words, text, pcm) ? { ...pcm, words } : pcm;
}

function arePlausible(words: readonly WordStart[], text: string, pcm: Pcm): boolean {
  const known = wordsIn(text).length;
  if (words.length === 0 || words.length < known * minKnown || !areInOrder(words)) return false;
  const speech = soundingRange(pcm);
  const total = inkLength(text);
  if (speech === undefined || total === 0) return false;
  const { sampleRate } = pcm;
  const seconds = (speech.to - speech.from) / sampleRate;
  const allowed = Math.max(driftTolerance.seconds, driftTolerance.share * seconds);
  return words.every(({ offset, sample }) => {
    const at = (sample - speech.from) / sampleRate;
    if (offset >= total || sample < 0 || at >= seconds) return false;
    if (offset === 0 && Math.abs(at) > onsetTolerance) return false;
    return Math.abs(at - (seconds * offset) / total) <= allowed;
  });
}

function areInOrder(words: readonly WordStart[]): boolean {
  return words.every(({ offset, sample }, index) => {
    const before = words[index - 1];
    return before === undefined || (offset > before.offset && sample >= before.sample);
  });
}

/** Returns the samples from the first sound to the last. Undefined for silence. */
function soundingRange(pcm: Pcm): { readonly from: number; readonly to: number } | undefined {
  const { levels, least, most } = frameLevels(pcm);
  if (least === most) return undefined;
  const threshold = silenceThreshold(levels);
  const frame = frameSeconds * pcm.sampleRate;
  const isSound = (level: number): boolean => level > threshold;
  return { from: levels.findIndex(isSound) * frame, to: (levels.findLastIndex(isSound) + 1) * frame };
}
