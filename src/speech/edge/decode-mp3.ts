import { fileFormat } from '../../core/file-format.ts';
import type { Pcm } from '../../core/pcm.ts';
import { SpoiledAudioError } from '../call/provider-errors.ts';
import { rejectNonAudio } from '../call/reject-non-audio.ts';

/** Returns the audio of MP3 frames of one channel. Throws `SpoiledAudioError` when they hold no audio, are damaged, or are another file. */
export async function decodeMp3(bytes: Uint8Array, serviceName: string): Promise<Pcm> {
  rejectNonAudio(bytes, serviceName);
  // The decoder looks for frames in anything.
  const format = fileFormat(bytes) ?? 'something else';
  if (format !== 'MP3') throw new SpoiledAudioError(`${serviceName} answered with ${format} instead of MP3.`);
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, samplesDecoded, sampleRate, errors } = decoder.decode(bytes);
    if (samplesDecoded === 0 || errors[0]) {
      const reason = errors[0] ? `: ${errors[0].message}` : '';
      throw new SpoiledAudioError(`${serviceName} answered with audio that is damaged${reason}.`);
    }
    // The decoder returns one channel twice.
    const samples = Int16Array.from(channelData[0] ?? [], (value) =>
      Math.max(-32_768, Math.min(32_767, value * 32_767)),
    );
    return { samples: samples.subarray(0, samplesDecoded), sampleRate };
  } finally {
    decoder.free();
  }
}
