import { concatPcm } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { inkLength } from '../../text/text-length.ts';

/** A part of a text and its sound. */
export interface SpokenPassage {
  readonly text: string;
  readonly pcm: Pcm;
}

/** Joins the sound of the parts of a text, with the times of their words. Throws as `concatPcm` does. */
export function joinSpeech(parts: readonly SpokenPassage[]): Pcm {
  const joined = concatPcm(parts.map(({ pcm }) => pcm));
  let [offset, sample] = [0, 0];
  const words = parts.flatMap(({ text, pcm }) => {
    const shift = { offset, sample };
    offset += inkLength(text);
    sample += pcm.samples.length;
    return (pcm.words ?? []).map((word) => ({
      offset: word.offset + shift.offset,
      sample: word.sample + shift.sample,
    }));
  });
  return words.length === 0 ? joined : { ...joined, words };
}
