import { speechUnits } from '../../../src/speech/check/units/speech-units.ts';

/** A word of a text and when a fake service speaks it. */
export interface SpokenWord {
  readonly text: string;
  /** Index in the text. */
  readonly index: number;
  /** From the beginning of the sound. */
  readonly seconds: number;
}

/** Returns the seconds that the fake services speak on a text, by default at the pace of a narrator. */
export function spokenSeconds(text: string, unitsPerSecond = 15): number {
  return speechUnits(text).units / unitsPerSecond;
}

/**
 * Returns a tone as long as a text takes to speak. It begins louder, as a voice does: true peaks are looked for near the loudest
 * samples, which in a steady tone are all, and that would be most of the work of a test.
 */
export function spokenSamples(text: string, sampleRate: number, unitsPerSecond?: number): Int16Array {
  const samples = new Int16Array(Math.round(spokenSeconds(text, unitsPerSecond) * sampleRate));
  for (let index = 0; index < samples.length; index += 1) {
    const level = index < 40 ? 8000 : 4000;
    samples[index] = index % 40 < 20 ? level : -level;
  }
  return samples;
}

/** Returns the bytes of samples. */
export function sampleBytes(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Variants of a WAV file. */
export interface WavShape {
  /** With the placeholder sizes of streaming programs. */
  readonly streamed?: boolean;
  /** With a LIST chunk before the data, as ffmpeg writes it. */
  readonly list?: boolean;
}

/** Returns a WAV file as a service sends it. */
export function wavBytes(
  samples: Int16Array,
  sampleRate: number,
  { streamed = false, list = false }: WavShape = {},
): Buffer {
  const data = sampleBytes(samples);
  const format = Buffer.alloc(24);
  format.write('fmt ', 0, 'latin1');
  format.writeUInt32LE(16, 4);
  format.writeUInt16LE(1, 8);
  format.writeUInt16LE(1, 10);
  format.writeUInt32LE(sampleRate, 12);
  format.writeUInt32LE(sampleRate * 2, 16);
  format.writeUInt16LE(2, 20);
  format.writeUInt16LE(16, 22);
  const info = Buffer.from('LIST\u001A\0\0\0INFOISFT\u000E\0\0\0Lavf61.7.100\0\0', 'latin1');
  const head = list ? Buffer.concat([format, info]) : format;
  const size = (bytes: number): Buffer => {
    const field = Buffer.alloc(4);
    field.writeUInt32LE(streamed ? 0xffff_ffff : bytes);
    return field;
  };
  return Buffer.concat([
    Buffer.from('RIFF'),
    size(4 + head.length + 8 + data.length),
    Buffer.from('WAVE'),
    head,
    Buffer.from('data'),
    size(data.length),
    data,
  ]);
}

/** Returns a text without its last third, in whole sentences, as a server speaks it that silently lost a chunk. */
export function withoutLastSentence(text: string): string {
  const sentences = text.match(/[^.!?]+[.!?]*\s*/gu) ?? [];
  let kept = '';
  for (const sentence of sentences) {
    if (kept.length + sentence.length > text.length * 0.67) break;
    kept += sentence;
  }
  return kept || text.slice(0, text.length / 2);
}
