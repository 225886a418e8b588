import type { Fault } from './fault-kinds.ts';
import type { SpeechServerOptions } from './faulty-server.ts';
import { otherFormatBytes, spoilBytes } from './spoil-bytes.ts';
import { spokenSamples, withoutLastSentence } from './spoken-audio.ts';
import { joinSamples, silence } from './word-tones.ts';

/** How a service speaks. */
export interface FaultySpeech {
  readonly options: SpeechServerOptions;
  readonly fault: Fault | undefined;
  /** Sample rate without a fault. */
  readonly sampleRate: number;
  /** Encodes samples in the service's format. */
  readonly encode: (samples: Int16Array, sampleRate: number) => Buffer;
}

/** The last text of each server, by its options. */
const previousTexts = new WeakMap<SpeechServerOptions, string>();

/** Returns the audio of a text as the service sends it, with the fault in its sound or its bytes. */
export function faultySpeech(text: string, { options, fault, sampleRate, encode }: FaultySpeech): Buffer {
  const speak = options.speak ?? ((said, rate) => spokenSamples(said, rate, options.unitsPerSecond));
  const rate = fault === 'wrong-rate' ? 16_000 : sampleRate;
  const other = fault === 'other-text' ? previousTexts.get(options) : undefined;
  previousTexts.set(options, text);
  const spoiled = spoilSound(speak(other ?? spokenText(text, fault), rate), rate, fault);
  if (fault === 'other-format') return otherFormatBytes(spoiled, rate);
  if (fault === 'joined-files') return Buffer.concat(halvesOf(spoiled, rate).map((half) => encode(half, rate)));
  return spoilBytes(encode(spoiled, fault === 'half-rate' ? rate / 2 : rate), fault);
}

/** Divides samples in the first pause behind the middle, as servers do that speak sentence by sentence. */
function halvesOf(samples: Int16Array, rate: number): readonly Int16Array[] {
  const pause = Math.round(0.03 * rate);
  const half = Math.floor(samples.length / 2);
  let at = half;
  while (samples.subarray(at, at + pause).some((sample) => Math.abs(sample) > 10)) at += pause;
  const middle = at + pause < samples.length ? at + Math.floor(pause / 2) : half;
  return [samples.subarray(0, middle), samples.subarray(middle)];
}

const notice = 'Your free characters are used up for this month. Please visit our web site to continue listening.';

/** Returns the text that is spoken instead. */
function spokenText(text: string, fault: Fault | undefined): string {
  const sentences = text.match(/[^.!?]+[.!?]*\s*/gu) ?? [];
  const middle = Math.floor(sentences.length / 2);
  if (fault === 'missing-sentence') return withoutLastSentence(text);
  if (fault === 'wrong-text') return notice;
  if (fault === 'missing-middle') return sentences.toSpliced(middle, 1).join('') || text;
  if (fault === 'stutter') return sentences.toSpliced(middle, 0, `${sentences[middle] ?? ''} `).join('');
  return text;
}

function spoilSound(samples: Int16Array, rate: number, fault: Fault | undefined): Int16Array {
  return (fault && sounds[fault]?.(samples, rate)) ?? samples;
}

const sounds: Partial<Record<Fault, (samples: Int16Array, rate: number) => Int16Array>> = {
  half: (samples) => samples.subarray(0, samples.length / 2),
  double: (samples) => joinSamples([samples, samples]),
  silence: (samples) => new Int16Array(samples.length),
  'half-silence': (samples) => samples.map((sample, index) => (index < samples.length / 2 ? sample : 0)),
  'long-gap': (samples, rate) =>
    joinSamples([samples.subarray(0, samples.length / 2), silence(12, rate), samples.subarray(samples.length / 2)]),
  noise: (samples) => addNoise(new Int16Array(samples.length), 8192),
  clipped: (samples) => samples.map((sample) => Math.max(-32_768, Math.min(32_767, sample * 30))),
  quiet: (samples) => samples.map((sample) => sample / 5),
  hole: (samples, rate) => samples.map((sample, at) => (Math.abs(at - samples.length / 2) < rate / 4 ? 0 : sample)),
  'lost-packets': (samples, rate) => samples.map((sample, at) => ((at / rate) % 0.2 < 0.03 ? 0 : sample)),
  'flat-tops': (samples) => samples.map((sample) => Math.max(-10_922, Math.min(10_922, sample * 6))),
  offset: (samples) => samples.map((sample) => Math.max(-32_768, Math.min(32_767, sample + 6000))),
  // 20 dB below the words of `speakWords`.
  'noise-below': (samples) => addNoise(samples, 600),
  // The same voice a little later, 6 dB below.
  'voice-below': (samples, rate) => {
    const other = samples.length - Math.round(0.37 * rate);
    return samples.map((sample, at) => (sample + (samples[(at + other) % samples.length] ?? 0) / 2) / 1.5);
  },
};

/** Returns samples with noise. */
function addNoise(samples: Int16Array, amplitude: number): Int16Array {
  let state = 1;
  return samples.map((sample) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return sample + (((state >> 17) - 8192) * amplitude) / 8192;
  });
}
