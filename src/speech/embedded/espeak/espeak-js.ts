import type { EspeakWorker, ListedVoice } from '@echogarden/espeak-ng-emscripten';
import type { Pcm } from '../../../core/pcm.ts';
import { concatPcm } from '../../../core/pcm.ts';
import type { EspeakWord } from '../../natural/phonemes/espeak-reader.ts';
import { espeakText } from './espeak-engine.ts';
import type { EspeakVoice } from './espeak-voices.ts';

/** The build of espeak-ng in JavaScript. */
export interface EspeakJs {
  readonly voices: readonly EspeakVoice[];
  /** Returns the audio of a text; blocks the thread. `voice` is the name of a voice file. */
  speak(voice: string, text: string): Pcm;
  /** Returns the words of a text with their sounds; blocks the thread. The text must be free of markup. */
  readWords(voice: string, text: string): readonly EspeakWord[];
  /** Returns the sounds of a text in IPA, as `EspeakReader.readSounds`. */
  soundsOf(voice: string, text: string): string;
}

let loaded: Promise<EspeakJs> | undefined;

/** Returns the build of espeak-ng in JavaScript. It is loaded at the first call, once per process. */
export async function espeakJs(): Promise<EspeakJs> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<EspeakJs> {
  const espeak = await import('@echogarden/espeak-ng-emscripten');
  const module = await espeak.default();
  const { eSpeakNGWorker: Worker } = module;
  const worker = new Worker();
  return {
    voices: worker.list_voices().map(toVoice),
    speak: (voice, text) => speak(worker, voice, text),
    readWords: (voice, text) => readWords(worker, voice, text),
    soundsOf(voice, text) {
      setVoice(worker, voice);
      const { ptr } = worker.convert_to_phonemes(text, true);
      // Another array after the memory has grown.
      const memory = module.HEAPU8;
      return Buffer.from(memory.subarray(ptr, memory.indexOf(0, ptr))).toString();
    },
  };
}

function setVoice(worker: EspeakWorker, voice: string): void {
  if (worker.set_voice(voice) !== 0) throw new Error(`unknown espeak voice '${voice}'`);
}

function speak(worker: EspeakWorker, voice: string, text: string): Pcm {
  setVoice(worker, voice);
  const pieces: Pcm[] = [];
  worker.synthesize(escapeSsml(espeakText(text)), (samples) => {
    pieces.push({ samples, sampleRate: worker.samplerate });
    return false;
  });
  return pieces.length > 0 ? concatPcm(pieces) : { samples: new Int16Array(), sampleRate: worker.samplerate };
}

function readWords(worker: EspeakWorker, voice: string, text: string): readonly EspeakWord[] {
  setVoice(worker, voice);
  const words: { readonly at: number; readonly sounds: string[] }[] = [];
  worker.synthesize(text, (_samples, events = []) => {
    for (const { type, text_position: position, id } of events) {
      if (type === 'word') words.push({ at: position - 1, sounds: [] });
      else if (type === 'phoneme' && typeof id === 'string') words.at(-1)?.sounds.push(id);
    }
    return false;
  });
  return words;
}

/** This build always reads SSML: a bare `<` would hide the text after it. */
function escapeSsml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function toVoice({ name, identifier, languages }: ListedVoice): EspeakVoice {
  return {
    code: (languages[0]?.name ?? identifier).toLowerCase(),
    file: identifier,
    name,
    languages: languages.map((language) => ({ code: language.name.toLowerCase(), priority: language.priority })),
  };
}
