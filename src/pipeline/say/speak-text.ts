import { pcmInputOptions } from '../../audio/encoding/audio-encoding.ts';
import { startFfmpeg } from '../../audio/ffmpeg/start-ffmpeg.ts';
import { AudiobookError } from '../../core/errors.ts';
import { sampleBytes, silentPcm } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { trimEdges } from '../../core/trim-silence.ts';
import type { Settings } from '../../core/settings.ts';
import { singleTextPolicy, speakSegment } from '../../speech/call/speak-segment.ts';
import { voiceFacts } from '../../speech/provider.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { pauseInsideMs } from '../../text/pause-after-ms.ts';
import { splitForListeners } from '../../text/cut/split-for-listeners.ts';
import { splitIntoSegments } from '../../text/split-into-segments.ts';
import { partsBetweenPauses } from '../../text/written-pauses.ts';
import { inOrder } from '../speak/in-order.ts';
import { findFfmpeg } from '../../audio/ffmpeg/find-ffmpeg.ts';

/** Formats of `speakText`. `pcm` is 16 bit, mono, 24 kHz, without a header. */
export const spokenFormats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type SpokenFormat = (typeof spokenFormats)[number];

/** A text, and who speaks it. */
export interface TextToSpeak {
  readonly text: string;
  /** Default: the best voice for the language. */
  readonly voice?: string | undefined;
  /** BCP-47 code. Default: the language of the voice, otherwise English. */
  readonly language?: string | undefined;
  /** Whether somebody waits for the first sound. */
  readonly isAwaited?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** A text to speak, and how. */
export interface SpeakTextRequest extends TextToSpeak {
  readonly format: SpokenFormat;
  /** 0.25 to 4; 1 is the voice's own speed. The pitch stays. */
  readonly speed: number;
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
  const { format, speed, signal } = request;
  const { segments, voice, language } = await segmentsToSpeak(provider, request);
  const speak = async ({ text, pauseMs }: SegmentToSpeak, at: number): Promise<readonly Pcm[]> => {
    const { pcm } = await speakSegment(provider, { text, voice, language, signal }, { policy: singleTextPolicy });
    const isLast = at === segments.length - 1;
    // As in a book: the text decides the pauses between requests, and not the silence that a voice has around each.
    const speech = trimEdges(pcm, { before: at > 0, after: !isLast || pauseMs > 0 });
    return [speech, silentPcm((isLast ? 0 : pauseInsideMs(text)) + pauseMs, pcm.sampleRate)];
  };
  const pieces = inOrder(
    [...segments.entries()],
    voiceFacts(provider, voice).concurrency.start,
    async ([at, segment]) => await speak(segment, at),
  );
  const first = await pieces.next();
  if (first.done === true) throw new AudiobookError('bad-value', 'The text is empty. Send at least one word.');
  const sampleRate = first.value[0]?.sampleRate ?? 0;
  await using encoder = startFfmpeg({
    ffmpeg: await findFfmpeg(settings),
    inputOptions: pcmInputOptions(sampleRate),
    outputOptions: [...tempo(speed), ...encoders[format]],
    output: onChunk,
    signal,
  });
  const write = async (sounds: readonly Pcm[]): Promise<void> => {
    for (const { samples } of sounds) await encoder.write(sampleBytes(samples));
  };
  await write(first.value);
  for await (const sounds of pieces) await write(sounds);
  await encoder.end();
}

/** The text of a single request. */
export interface SegmentToSpeak {
  readonly text: string;
  /** The silence that the text asks for after it, in milliseconds, in addition to that of its end. */
  readonly pauseMs: number;
}

/** The texts of single requests, and who speaks them. */
export interface SegmentsToSpeak {
  readonly segments: readonly SegmentToSpeak[];
  readonly voice: string;
  readonly language: string;
}

/**
 * Returns a text in the segments that a provider is sent. A voice that takes long for a text is given short ones where somebody waits: the
 * first sound comes soon, and every processor has one to speak. Elsewhere it reads on: each cut in a sentence is heard. Throws `bad-value`
 * for an unknown voice.
 */
export async function segmentsToSpeak(provider: SpeechProvider, request: TextToSpeak): Promise<SegmentsToSpeak> {
  const { limit, target } = provider;
  const { voice, language } = await voiceAndLanguage(provider, request);
  const short = request.isAwaited ? provider.facts?.(voice).shortTarget : undefined;
  const split = (text: string): readonly string[] =>
    short === undefined
      ? splitIntoSegments(text, { limit, target, language })
      : splitForListeners(text, { limit, target: short, language });
  const segments = partsBetweenPauses(request.text).flatMap(({ text, pauseMs }) => {
    const texts = split(text);
    return texts.map((part, at) => ({ text: part, pauseMs: at === texts.length - 1 ? pauseMs : 0 }));
  });
  return { segments, voice, language };
}

async function voiceAndLanguage(
  provider: SpeechProvider,
  { voice, language, signal }: TextToSpeak,
): Promise<{ readonly voice: string; readonly language: string }> {
  const usual = language ?? 'en';
  if (voice === undefined) {
    const best = await provider.defaultVoice(usual, signal);
    if (best === undefined) throw new AudiobookError('bad-value', `No voice speaks '${language}'.`);
    return { voice: best, language: usual };
  }
  const id = (await provider.voiceNamed?.(voice, usual)) ?? (await withFamily(provider, voice, signal));
  const [own = usual] = await provider.languagesOf(id, signal);
  return { voice: id, language: language ?? own };
}

/** `af_heart` is enough for `kokoro:af_heart`. */
async function withFamily(provider: SpeechProvider, voice: string, signal: AbortSignal): Promise<string> {
  const known = voice.includes(':') ? [] : await provider.voices('', signal);
  return known.find(({ id }) => id.endsWith(`:${voice}`))?.id ?? voice;
}

/** The filter takes 0.5 and more. */
function tempo(speed: number): readonly string[] {
  if (speed === 1) return [];
  return ['-filter:a', speed < 0.5 ? `atempo=0.5,atempo=${speed / 0.5}` : `atempo=${speed}`];
}
