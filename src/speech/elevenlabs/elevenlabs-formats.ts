import { fileFormat } from '../../core/file-format.ts';
import type { Pcm } from '../../core/pcm.ts';
import { FormatRefusedError } from '../call/provider-errors.ts';
import { readPcmResponse, withRate } from '../call/read-pcm-response.ts';
import { readWavResponse } from '../call/read-wav-response.ts';

/**
 * Formats in the order in which they are asked for, by the names of the API with their sample rates. The vendor's plans differ
 * in the rates that they include, and gateways in the formats. A WAV file states its rate and its length, so audio at another
 * rate and audio that is cut off are noticed; raw samples are the last resort.
 */
export const elevenlabsFormats = [
  'wav_24000',
  'wav_22050',
  'wav_16000',
  'pcm_24000',
  'pcm_22050',
  'pcm_16000',
] as const;

/** A format of the audio. */
export type ElevenlabsFormat = (typeof elevenlabsFormats)[number];

/** Facts about a response. */
export interface FormattedResponse {
  readonly serviceName: string;
  readonly format: ElevenlabsFormat;
  /** Value of the header. */
  readonly contentType: string | undefined;
}

/** Returns the audio of a response. Throws `FormatRefusedError` for raw samples in place of WAV, otherwise `SpoiledAudioError`. */
export function readFormatted(bytes: Uint8Array, { serviceName, format, contentType }: FormattedResponse): Pcm {
  const sampleRate = Number(format.slice('wav_'.length));
  if (format.startsWith('pcm_')) return readPcmResponse(bytes, { serviceName, sampleRate, contentType });
  if (contentType?.startsWith('audio/pcm') && fileFormat(bytes) === undefined) {
    throw new FormatRefusedError(`${serviceName} answered with raw samples instead of WAV.`);
  }
  return withRate(readWavResponse(bytes, serviceName), sampleRate, serviceName);
}
