import { AudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { SpoiledAudioError } from '../call/provider-errors.ts';

/** Returns the audio of an Ogg Vorbis file, mixed to mono. Throws `SpoiledAudioError` when the file is damaged or cut off. */
export async function decodeOggVorbis(bytes: Uint8Array, serviceName: string): Promise<Pcm> {
  if (!isComplete(bytes)) throw new SpoiledAudioError(`${serviceName} answered with audio that is damaged or cut off.`);
  const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis');
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  try {
    const { channelData, samplesDecoded, sampleRate, errors } = await decoder.decodeFile(bytes);
    if (samplesDecoded === 0 || errors.length > 0) {
      throw new SpoiledAudioError(
        `${serviceName} answered with audio that is damaged${errors[0] ? `: ${errors[0].message}` : ''}.`,
      );
    }
    return { samples: mixToMono(channelData, samplesDecoded), sampleRate };
  } catch (thrown) {
    if (thrown instanceof AudiobookError) throw thrown;
    throw new SpoiledAudioError(`${serviceName} answered with audio that cannot be decoded.`, { cause: thrown });
  } finally {
    decoder.free();
  }
}

function mixToMono(channels: readonly Float32Array[], length: number): Int16Array {
  const samples = new Int16Array(length);
  const scale = 32_767 / channels.length;
  for (const channel of channels) {
    for (let index = 0; index < length; index += 1) {
      const sum = (samples[index] ?? 0) + Math.round((channel[index] ?? 0) * scale);
      samples[index] = Math.max(-32_768, Math.min(32_767, sum));
    }
  }
  return samples;
}

/** Returns whether the bytes are complete Ogg pages. The decoder itself accepts a file that was cut off. */
function isComplete(bytes: Uint8Array): boolean {
  let offset = 0;
  while (offset < bytes.length) {
    if (offset + 27 > bytes.length || Buffer.from(bytes.subarray(offset, offset + 4)).toString('latin1') !== 'OggS')
      return false;
    const table = bytes.subarray(offset + 27, offset + 27 + (bytes[offset + 26] ?? 0));
    offset += 27 + (bytes[offset + 26] ?? 0) + table.reduce((sum, size) => sum + size, 0);
  }
  return bytes.length > 0 && offset === bytes.length;
}
