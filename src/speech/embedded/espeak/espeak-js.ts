import type { EspeakWorker, ListedVoice } from '@echogarden/espeak-ng-emscripten';
import type { Pcm } from '../../../core/pcm.ts';
import { espeakText } from './espeak-text.ts';
import type { EspeakVoice } from './espeak-voices.ts';

export interface EspeakJs {
  readonly voices: readonly EspeakVoice[];
  /** Blocks for as long as it speaks. `voice` is the name of a voice file. */
  speak(voice: string, text: string): Pcm;
}

let loaded: Promise<EspeakJs> | undefined;

/** The espeak-ng that comes as JavaScript; one for the process, loaded when it is first wanted. */
export async function espeakJs(): Promise<EspeakJs> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<EspeakJs> {
  const espeak = await import('@echogarden/espeak-ng-emscripten');
  const { eSpeakNGWorker: Worker } = await espeak.default();
  const worker = new Worker();
  return {
    voices: worker.list_voices().map(toVoice),
    speak: (voice, text) => speak(worker, voice, text),
  };
}

function speak(worker: EspeakWorker, voice: string, text: string): Pcm {
  if (worker.set_voice(voice) !== 0) throw new Error(`espeak has no voice '${voice}'`);
  const pieces: Int16Array[] = [];
  worker.synthesize(escapeSsml(espeakText(text)), (piece) => {
    pieces.push(piece);
    return false;
  });
  const samples = new Int16Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return { samples, sampleRate: worker.samplerate };
}

/** This build always reads SSML: a bare `<` would swallow what follows it. */
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
