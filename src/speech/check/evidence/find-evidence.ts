import type { Pcm } from '../../../core/pcm.ts';
import type { SampleBounds } from '../measure/frame-levels.ts';
import type { Finding } from './finding.ts';
import { findFlatTops } from './flat-tops.ts';
import { findHoles } from './holes.ts';
import { findOffset } from './offset.ts';
import { findSoundBelow } from './sound-below.ts';
import type { QuietMoments } from './sound-below.ts';

/** Measurements of a sound that evidence needs. */
export interface MeasuredSound extends QuietMoments, SampleBounds {
  /** Level of its loud frames, in decibels of full scale. */
  readonly loud: number;
}

/** Returns everything in one answer that speech does not have, whatever its text is, the surest first. */
export function findEvidence(pcm: Pcm, sound: MeasuredSound): readonly Finding[] {
  const found = [
    ...findHoles(pcm, sound.loud),
    ...findFlatTops(pcm, sound),
    ...findOffset(sound),
    ...findSoundBelow(sound),
  ];
  return [...found.filter(isCertain), ...found.filter((finding) => !isCertain(finding))];
}

function isCertain({ sureness }: Finding): boolean {
  return sureness === 'certain';
}
