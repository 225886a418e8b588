import { encodeSamples } from './encode-samples.ts';

/** Returns samples as Ogg Vorbis. */
export function oggBytes(samples: Int16Array, sampleRate: number): Buffer {
  return encodeSamples(samples, sampleRate, ['-c:a', 'libvorbis', '-q:a', '0', '-f', 'ogg']);
}
