import { decodeAudio, isDecodable } from '../../audio/ffmpeg/decode-audio.ts';
import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import { AudiobookError } from '../../core/errors.ts';
import { fileFormat } from '../../core/file-format.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { Pcm } from '../../core/pcm.ts';
import { SpoiledAudioError } from '../call/provider-errors.ts';
import { readWavResponse } from '../call/read-wav-response.ts';

/** Facts about a response, and what decodes it. */
export interface AudioResponse {
  readonly serviceName: string;
  /** Finds ffmpeg, which only compressed audio needs. */
  readonly ffmpeg: () => Promise<Ffmpeg>;
  readonly signal: AbortSignal;
}

/**
 * Returns the audio of a response by its bytes, whatever was asked for: WAV, any file of `isDecodable`, or JSON that has one in
 * base64. Throws `SpoiledAudioError` for anything else, above all for text, and `tool-missing` without ffmpeg.
 */
export async function readAudioResponse(bytes: Uint8Array, response: AudioResponse): Promise<Pcm> {
  const { serviceName, ffmpeg, signal } = response;
  const audio = audioInJson(bytes) ?? bytes;
  const format = fileFormat(audio);
  if (!isDecodable(format)) return readWavResponse(audio, serviceName);
  const program = await ffmpeg();
  const pcm = await decodeAudio(audio, { format, ffmpeg: program, signal }).catch((thrown: unknown) => {
    if (!(thrown instanceof AudiobookError) || thrown.code !== 'media-failed') throw thrown;
    throw new SpoiledAudioError(`${serviceName} answered with damaged ${format}.`, { cause: thrown });
  });
  if (pcm.samples.length === 0) throw new SpoiledAudioError(`${serviceName} answered with empty ${format}.`);
  return pcm;
}

const openingBrace = 0x7b;

/** Returns the first text in a JSON object that is a file of audio in base64, with or without `data:…;base64,` before it. */
function audioInJson(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== openingBrace) return undefined;
  const texts: string[] = [];
  collectTexts(parseJson(new TextDecoder().decode(bytes)), texts);
  return texts.map((text) => Buffer.from(text.replace(/^data:[^,]*,/u, ''), 'base64')).find(isAudio);
}

function collectTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (typeof value === 'object' && value !== null) {
    for (const entry of Object.values(value)) collectTexts(entry, texts);
  }
}

function isAudio(bytes: Uint8Array): boolean {
  const format = fileFormat(bytes);
  return format === 'WAV' || isDecodable(format);
}
