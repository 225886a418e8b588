import { AudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { SpoiledAudioError } from '../call/spoiled-audio-error.ts';

/** The sound of an Ogg Vorbis file, mixed to mono. Throws `SpoiledAudioError` when it is none or is cut off. */
export async function decodeOggVorbis(bytes: Uint8Array, who: string): Promise<Pcm> {
  if (!isWhole(bytes)) throw new SpoiledAudioError(`${who} answered with audio that is damaged or cut off.`);
  const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis');
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  try {
    const { channelData, samplesDecoded, sampleRate, errors } = await decoder.decodeFile(bytes);
    if (samplesDecoded === 0 || errors.length > 0) {
      throw new SpoiledAudioError(
        `${who} answered with audio that is damaged${errors[0] ? `: ${errors[0].message}` : ''}.`,
      );
    }
    return { samples: mixed(channelData, samplesDecoded), sampleRate };
  } catch (thrown) {
    if (thrown instanceof AudiobookError) throw thrown;
    throw new SpoiledAudioError(`${who} answered with audio that cannot be decoded.`, { cause: thrown });
  } finally {
    decoder.free();
  }
}

function mixed(channels: readonly Float32Array[], length: number): Int16Array {
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

/** Whether the bytes are Ogg pages, one after the other, and the last is complete: the decoder forgives what we must not. */
function isWhole(bytes: Uint8Array): boolean {
  let offset = 0;
  while (offset < bytes.length) {
    if (offset + 27 > bytes.length || Buffer.from(bytes.subarray(offset, offset + 4)).toString('latin1') !== 'OggS')
      return false;
    const table = bytes.subarray(offset + 27, offset + 27 + (bytes[offset + 26] ?? 0));
    offset += 27 + (bytes[offset + 26] ?? 0) + table.reduce((sum, size) => sum + size, 0);
  }
  return bytes.length > 0 && offset === bytes.length;
}
