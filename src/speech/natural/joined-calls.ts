import { concatPcm, silentPcm } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { trimEdges } from '../../core/trim-silence.ts';

/** The sound of a call, and the silence after it where another one follows, in milliseconds. */
export interface SpokenCall {
  readonly pcm: Pcm;
  readonly pauseMs: number;
}

/** Text without a word is a moment of silence. */
const emptyMs = 200;

/**
 * Joins the sound of calls. A voice is silent for up to 0.8 s around a call, longer than at any mark inside one: its own silence at a
 * joint is cut. `usualRate`, in Hz, is that of a text without a call.
 */
export function joinedCalls(calls: readonly SpokenCall[], usualRate: number): Pcm {
  const sampleRate = calls[0]?.pcm.sampleRate ?? usualRate;
  if (calls.length === 0) return silentPcm(emptyMs, sampleRate);
  const last = calls.length - 1;
  const sound = calls.map(({ pcm }, index) => trimEdges(pcm, { before: index > 0, after: index < last }));
  return concatPcm(
    sound.flatMap((pcm, at) => (at < last ? [pcm, silentPcm(calls[at]?.pauseMs ?? 0, sampleRate)] : [pcm])),
  );
}
