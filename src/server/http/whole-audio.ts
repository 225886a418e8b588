import type { SpokenFormat } from '../../pipeline/say/speak-text.ts';

/** Returns the audio of a text. The header of a WAV is written before its length is known; a whole file has it. */
export function wholeAudio(audio: Buffer, format: SpokenFormat): Buffer {
  const data = format === 'wav' ? audio.subarray(0, 100).indexOf('data') : -1;
  if (data < 0) return audio;
  audio.writeUInt32LE(audio.length - 8, 4);
  audio.writeUInt32LE(audio.length - data - 8, data + 4);
  return audio;
}
