import { fileFormat } from '../../core/file-format.ts';
import type { Pcm } from '../../core/pcm.ts';
import { fileStart } from '../../core/wav.ts';
import { SpoiledAudioError } from './provider-errors.ts';
import { readWavResponse } from './read-wav-response.ts';
import { rejectNonAudio } from './reject-non-audio.ts';

/** Facts about a response of raw samples. */
export interface PcmResponse {
  readonly serviceName: string;
  /** Rate that was asked for, in Hz. */
  readonly sampleRate: number;
  /** Value of the header. */
  readonly contentType: string | undefined;
}

/**
 * Returns a response of raw samples (mono, signed 16 bit, little-endian) as audio. Nothing in such a response says what it
 * is, so whatever begins like a file or is named otherwise is refused: as samples it would be noise. A WAV file is read as
 * one. Throws `SpoiledAudioError`.
 */
export function readPcmResponse(
  bytes: Uint8Array,
  { serviceName, sampleRate, contentType = 'audio/pcm' }: PcmResponse,
): Pcm {
  rejectNonAudio(bytes, serviceName);
  const format = fileFormat(bytes);
  if (format === 'WAV') return withRate(readWavResponse(bytes, serviceName), sampleRate, serviceName);
  if (format !== undefined)
    throw new SpoiledAudioError(`${serviceName} answered with ${format} instead of raw samples.`);
  if (!/^(?:audio\/|(?:application|binary)\/octet-stream)/iu.test(contentType)) {
    throw new SpoiledAudioError(`${serviceName} answered with ${contentType} instead of audio.`);
  }
  if (fileStart(bytes) !== undefined) {
    throw new SpoiledAudioError(`${serviceName} answered with raw samples and a file among them.`);
  }
  if (bytes.length % 2 !== 0) throw new SpoiledAudioError(`${serviceName} answered with audio that is cut off.`);
  const samples = new Int16Array(bytes.length / 2);
  new Uint8Array(samples.buffer).set(bytes);
  return { samples, sampleRate };
}

/** Returns audio that has the rate that was asked for. Throws `SpoiledAudioError` for another. */
export function withRate(pcm: Pcm, sampleRate: number, serviceName: string): Pcm {
  if (pcm.sampleRate === sampleRate) return pcm;
  const rates = `${pcm.sampleRate} samples per second instead of ${sampleRate}`;
  throw new SpoiledAudioError(`${serviceName} answered with audio of ${rates}.`);
}
