import type { OfflineRecognizer } from 'sherpa-onnx-node';
import { forRecognizers, resample } from '../../audio/pcm/resample.ts';
import type { Pcm } from '../../core/pcm.ts';
import { serveEngine } from '../../core/process/engine/serve-engine.ts';
import { espeakJs } from '../../speech/embedded/espeak/espeak-js.ts';
import { compareSpeech } from '../compare/compare-speech.ts';
import { heardWords } from '../compare/heard-words.ts';
import type { HeardWord } from '../compare/heard-words.ts';
import { PhoneReader } from '../compare/phone-reader.ts';
import { cutWindows } from './cut-windows.ts';
import type {
  RecognizerModel,
  RecognizerRequest,
  RecognizerResult,
  RecognizerTask,
  Hearing,
} from './recognizer-protocol.ts';

/** Rate of every recognizer, in Hz. sherpa-onnx would resample, too, and write about it each time. */
const sampleRate = 16_000;

/** A shorter sound ends the process of some recognizers. */
const minSamples = sampleRate / 10;

let recognizer: OfflineRecognizer | undefined;
let reader: PhoneReader | undefined;

serveEngine(async (request: RecognizerRequest) =>
  request.task === 'load' ? await load(request.model) : await perform(request),
);

async function perform(request: RecognizerTask): Promise<RecognizerResult> {
  if (request.task === 'compare') return { hearing: compare(request.words, request, request.sound) };
  const sound = resample(request.pcm, sampleRate, forRecognizers);
  const words = await transcribe(sound);
  return request.task === 'transcribe' ? { words } : { hearing: compare(words, request, sound) };
}

async function load(model: RecognizerModel): Promise<void> {
  const { default: sherpa } = await import('sherpa-onnx-node');
  reader = new PhoneReader(await espeakJs());
  // The synchronous constructor ends the process for a damaged file.
  recognizer = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: { numThreads: 1, provider: 'cpu', debug: 0, ...model },
  });
}

async function transcribe(sound: Pcm): Promise<readonly HeardWord[]> {
  if (!recognizer) throw notLoaded();
  const words: HeardWord[] = [];
  for (const { samples, offset } of cutWindows(sound)) {
    if (samples.length < minSamples) continue;
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples: toFloats(samples), sampleRate });
    words.push(...heardWords(await recognizer.decodeAsync(stream), offset));
  }
  return words;
}

function compare(
  words: readonly HeardWord[],
  { text, language }: { readonly text: string; readonly language: string },
  sound: Pcm,
): Hearing {
  if (!reader) throw notLoaded();
  const compared = compareSpeech(reader.spoken(text, language), reader.heard(words, language), sound);
  return { ...compared, transcript: words.map((word) => word.text).join(' ') };
}

function notLoaded(): Error {
  return new Error('No recognizer is loaded.');
}

/** The engine takes any typed array and reads it as floats. */
function toFloats(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) floats[at] = (samples[at] ?? 0) / 32_768;
  return floats;
}
