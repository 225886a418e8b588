import { toAudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { isUnspaced } from '../../text/segmenter.ts';
import { escapeXml } from '../../core/strings/escape-xml.ts';
import { TextTooLongError } from '../call/provider-errors.ts';
import type { SpeechRequest, WordTimes } from '../provider.ts';
import { withWords } from '../words/with-words.ts';
import { inkLength } from '../../text/text-length.ts';
import { googleSpeech } from './google-speech.ts';
import type { GoogleClient, GoogleSpeech } from './google-speech.ts';

/** The service accepts 5000 bytes, tags included. */
const maxSsmlBytes = 5000;

/** Marks are not billed, every other tag is: `<speak></speak>`. */
export const timePoints: WordTimes = { extraCharacters: () => '<speak></speak>'.length };

/** Returns whether the service takes SSML with marks for a voice. It refuses them for the newer families. */
export function hasTimePoints(voice: string): boolean {
  return /-(?:Standard|Wavenet|Neural2|News|Casual)-/u.test(voice);
}

/**
 * Returns speech with the times of its words, from marks before them. Undefined when the text cannot be marked, or when the
 * voice refuses it, which calls `onRefused`: then the text alone is to be asked for. Throws as `googleSpeech` does.
 */
export async function timedSpeech(
  client: GoogleClient,
  request: SpeechRequest,
  onRefused: () => void,
): Promise<Pcm | undefined> {
  const { text, signal } = request;
  // A mark between words that no space divides could change how they are read.
  const all = isUnspaced(text) ? [] : [...text.matchAll(/[\p{L}\p{N}]\S*/gu)];
  // A long text has room for the marks of half of its words.
  const words = [all, all.filter((_word, index) => index % 2 === 0)].find((some) => fits(ssmlOf(text, some)));
  if (words === undefined || words.length === 0) return undefined;
  const ssml = ssmlOf(text, words);
  try {
    const speech = await googleSpeech(client, { ssml }, request);
    return withWords(speech.pcm, text, wordsAt(speech, text, words));
  } catch (thrown) {
    const error = toAudiobookError(thrown);
    const isRefusal = error.code === 'bad-value' || (error.code === 'provider-failed' && !error.retryable);
    if (signal.aborted || !isRefusal || error instanceof TextTooLongError) throw thrown;
    onRefused();
    return undefined;
  }
}

function ssmlOf(text: string, words: readonly RegExpExecArray[]): string {
  return `<speak>${marked(text, words)}</speak>`;
}

function fits(ssml: string): boolean {
  return Buffer.byteLength(ssml) <= maxSsmlBytes;
}

function marked(text: string, words: readonly RegExpExecArray[]): string {
  let at = 0;
  const parts = words.map(({ index }, number) => {
    const before = escapeXml(text.slice(at, index), ' ');
    at = index;
    return `${before}<mark name="${number}"/>`;
  });
  return parts.join('') + escapeXml(text.slice(at), ' ');
}

function wordsAt({ pcm, timepoints }: GoogleSpeech, text: string, words: readonly RegExpExecArray[]) {
  return (timepoints ?? []).flatMap(({ markName, timeSeconds }) => {
    const word = words[Number(markName ?? Number.NaN)];
    if (word === undefined || typeof timeSeconds !== 'number') return [];
    return [{ offset: inkLength(text.slice(0, word.index)), sample: Math.round(timeSeconds * pcm.sampleRate) }];
  });
}
