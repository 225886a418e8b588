import { encodeSamples } from './encode-samples.ts';

/** Returns samples as MP3 frames, without a header before them. */
export function mp3Bytes(samples: Int16Array, sampleRate: number): Buffer {
  const noHeaders = ['-write_xing', '0', '-id3v2_version', '0'];
  return encodeSamples(samples, sampleRate, ['-c:a', 'libmp3lame', '-b:a', '48k', ...noHeaders, '-f', 'mp3']);
}
