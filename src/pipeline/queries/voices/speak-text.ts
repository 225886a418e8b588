import { pcmInputOptions } from '../../../audio/encoding/audio-encoding.ts';
import { startFfmpeg } from '../../../audio/ffmpeg/start-ffmpeg.ts';
import { AudiobookError } from '../../../core/errors.ts';
import { sampleBytes } from '../../../core/pcm.ts';
import type { Pcm } from '../../../core/pcm.ts';
import type { Settings } from '../../../core/settings.ts';
import { singleTextPolicy, speakSegment } from '../../../speech/call/speak-segment.ts';
import { limitsOf } from '../../../speech/provider.ts';
import type { SpeechProvider } from '../../../speech/provider.ts';
import { splitIntoSegments } from '../../../text/split-into-segments.ts';
import { inOrder } from '../../synthesis/in-order.ts';
import { findFfmpeg } from '../../tools/find-ffmpeg.ts';

/** Formats of `speakText`. `pcm` is 16 bit, mono, 24 kHz, without a header. */
export const spokenFormats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type SpokenFormat = (typeof spokenFormats)[number];

/** A text to speak, and how. */
export interface SpeakTextRequest {
  readonly text: string;
  /** Default: the best voice for the language. */
  readonly voice?: string | undefined;
  /** BCP-47 code. Default: the language of the voice, otherwise English. */
  readonly language?: string | undefined;
  readonly format: SpokenFormat;
  /** 0.25 to 4; 1 is the voice's own speed. The pitch stays. */
  readonly speed: number;
  readonly signal: AbortSignal;
}

const encoders: Readonly<Record<SpokenFormat, readonly string[]>> = {
  mp3: ['-f', 'mp3', '-c:a', 'libmp3lame', '-b:a', '128k', '-write_xing', '0'],
  opus: ['-f', 'ogg', '-c:a', 'libopus', '-b:a', '48k'],
  aac: ['-f', 'adts', '-c:a', 'aac', '-b:a', '96k'],
  flac: ['-f', 'flac', '-c:a', 'flac'],
  wav: ['-f', 'wav', '-c:a', 'pcm_s16le'],
  pcm: ['-f', 's16le', '-c:a', 'pcm_s16le', '-ar', '24000'],
};

/**
 * Speaks a text with an open provider and passes the encoded audio on as it comes. Throws `bad-value` for an unknown voice and for a text without
 * a word, and what the provider and ffmpeg throw.
 */
export async function speakText(
  provider: SpeechProvider,
  request: SpeakTextRequest,
  settings: Settings,
  onChunk: (chunk: Buffer) => void | Promise<void>,
): Promise<void> {
  const { text, format, speed, signal } = request;
  const { voice, language } = await voiceAndLanguage(provider, request);
  const segments = splitIntoSegments(text, { limit: provider.limit, target: provider.target, language });
  const speak = async (segment: string): Promise<Pcm> => {
    const spoken = { text: segment, voice, language, signal };
    return (await speakSegment(provider, spoken, { policy: singleTextPolicy })).pcm;
  };
  const pieces = inOrder(segments, limitsOf(provider, voice).concurrency.start, speak);
  const first = await pieces.next();
  if (first.done === true) throw new AudiobookError('bad-value', 'The text is empty. Send at least one word.');
  const { sampleRate, samples } = first.value;
  await using encoder = startFfmpeg({
    ffmpeg: await findFfmpeg(settings),
    inputOptions: pcmInputOptions(sampleRate),
    outputOptions: [...tempo(speed), ...encoders[format]],
    output: onChunk,
    signal,
  });
  await encoder.write(sampleBytes(samples));
  for await (const piece of pieces) await encoder.write(sampleBytes(piece.samples));
  await encoder.end();
}

async function voiceAndLanguage(
  provider: SpeechProvider,
  { voice, language, signal }: SpeakTextRequest,
): Promise<{ readonly voice: string; readonly language: string }> {
  const usual = language ?? 'en';
  const chosen =
    voice === undefined ? await provider.defaultVoice(usual, signal) : await provider.voiceOfWord?.(voice, usual);
  if (chosen !== undefined) return { voice: chosen, language: usual };
  if (voice === undefined) throw new AudiobookError('bad-value', `No voice speaks '${language}'.`);
  const id = await fullName(voice, provider, signal);
  const [own = usual] = await provider.languagesOf(id, signal);
  return { voice: id, language: language ?? own };
}

/** Returns `kokoro:af_heart` for `af_heart`, where there is such a voice. */
async function fullName(voice: string, provider: SpeechProvider, signal: AbortSignal): Promise<string> {
  const known = voice.includes(':') ? [] : await provider.voices('', signal);
  return known.find(({ id }) => id.endsWith(`:${voice}`))?.id ?? voice;
}

/** The filter takes 0.5 and more. */
function tempo(speed: number): readonly string[] {
  if (speed === 1) return [];
  return ['-filter:a', speed < 0.5 ? `atempo=0.5,atempo=${speed / 0.5}` : `atempo=${speed}`];
}
