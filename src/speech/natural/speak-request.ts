import { setMaxListeners } from 'node:events';
import { sameLanguage } from '../../core/language.ts';
import type { Pcm } from '../../core/pcm.ts';
import { textOf } from '../../text/lexicon/spoken-part.ts';
import type { SpokenPart } from '../../text/lexicon/spoken-part.ts';
import { pauseInsideMs } from '../../text/pause-after-ms.ts';
import { spokenText } from '../../text/spoken/spoken-text.ts';
import { sampleWord } from '../call/sample-word.ts';
import type { SpeechRequest } from '../provider.ts';
import type { SpokenUtterance } from './engine/engine-protocol.ts';
import { joinedCalls } from './joined-calls.ts';
import { kinds } from './kinds/kinds.ts';
import type { RunningModel } from './running-model.ts';
import { partsIn, sentencesInWords, utterancesOf } from './utterances.ts';
import type { NaturalVoice } from './voices/natural-voice.ts';

/** A request to a voice that was found. */
export interface VoiceRequest extends Omit<SpeechRequest, 'voice'> {
  readonly voice: NaturalVoice;
}

/** Returns complete audio for a text. Throws as `ModelEngine.speak`. */
export async function speakRequest(
  { engine, opened }: RunningModel,
  { speed = 1, signal, ...request }: VoiceRequest,
  onUtterance?: (spoken: SpokenUtterance) => void,
): Promise<Pcm> {
  const { installed, speaker, gainDb } = request.voice;
  // Every utterance of the text listens to it.
  setMaxListeners(0, signal);
  const kind = kinds[installed.model.kind];
  const spoken = readLanguage(request.voice, request.language);
  const speakCall = async ({ text }: Call): Promise<Pcm> => {
    const pace = (kind.speed ?? 1) * speed;
    const utterance = { text, speaker, speed: pace, gainDb, extra: opened.settings(spoken) };
    const answer = await engine.speak(utterance, signal);
    onUtterance?.(answer);
    return answer.pcm;
  };
  const callsOf = async (utterance: readonly SpokenPart[]): Promise<readonly Call[]> => {
    const phonemes = await opened.phonemes?.read(utterance, spoken, signal);
    // Marks that only phonemes can show are pauses in text.
    const texts =
      phonemes === undefined
        ? [await opened.prepare(spokenText(textOf(utterance), spoken), spoken)]
        : (opened.phonemes?.calls(phonemes) ?? []);
    const said = texts.filter((text) => text !== '');
    const pauseMs = pauseInsideMs(textOf(utterance).trimEnd(), kind.pauses);
    // A text beyond the limit of a call is cut at marks.
    return said.map((text, at) => ({ text, pauseMs: at < said.length - 1 ? kind.pauses.clause : pauseMs }));
  };
  const calls = (await Promise.all(utterancesIn(request).map(callsOf))).flat();
  const sounds = await longestFirst(calls, speakCall);
  const parts = sounds.map((pcm, at) => ({ pcm, pauseMs: calls[at]?.pauseMs ?? 0 }));
  return joinedCalls(parts, installed.model.sampleRate);
}

/** Returns the phonemes of each utterance on a line, or undefined when the model is given text. */
export async function phonemesOf({ opened }: RunningModel, request: VoiceRequest): Promise<string | undefined> {
  const spoken = readLanguage(request.voice, request.language);
  const lines: string[] = [];
  for (const utterance of utterancesIn(request)) {
    const phonemes = await opened.phonemes?.read(utterance, spoken, request.signal);
    if (phonemes === undefined) return undefined;
    lines.push(phonemes);
  }
  return lines.join('\n');
}

/** Starts the engine, and reads the lexicon for a word in a language (BCP-47), by default that of the voice. */
export async function warmUp(
  starting: Promise<RunningModel>,
  voice: NaturalVoice,
  language = voice.languages[0] ?? '',
): Promise<void> {
  const { engine, opened } = await starting;
  engine.start();
  const spoken = readLanguage(voice, language);
  await opened.phonemes?.read([{ text: sampleWord(spoken) }], spoken, new AbortController().signal);
}

/** A text for one call to the engine. */
interface Call {
  readonly text: string;
  readonly pauseMs: number;
}

/** Speaks the longest call first, so that none of them is left alone with the engine at the end. Returns all in their order. */
async function longestFirst(calls: readonly Call[], speak: (call: Call) => Promise<Pcm>): Promise<readonly Pcm[]> {
  const spoken: Promise<Pcm>[] = [];
  const order = [...calls.entries()].toSorted(([, one], [, other]) => other.text.length - one.text.length);
  for (const [place, call] of order) spoken[place] = speak(call);
  return await Promise.all(spoken);
}

/** Returns the language that a voice reads a text in: a British voice speaks British English, whatever the region of the book. */
function readLanguage({ languages }: NaturalVoice, language: string): string {
  return languages.find((code) => sameLanguage(code, language)) ?? language;
}

/** Returns the parts of each utterance of a text in words. */
function utterancesIn({
  text,
  parts = [{ text }],
  voice,
  language,
}: Omit<VoiceRequest, 'signal'>): readonly (readonly SpokenPart[])[] {
  const kind = kinds[voice.installed.model.kind];
  const spoken = readLanguage(voice, language);
  const style = kind.readsIpa?.(spoken) ? 'marks' : 'plain';
  const read = sentencesInWords(parts, spoken, style);
  const [last = []] = read.slice(-1);
  const isOpen = kind.endMark !== undefined && /[\p{L}\p{N}]$/u.test(textOf(last));
  const sentences = isOpen ? [...read.slice(0, -1), [...last, { text: kind.endMark }]] : read;
  return partsIn(sentences.flat(), utterancesOf(sentences.map(textOf), kind, spoken));
}
