import { speechUnits } from '../../../src/speech/call/speaking-rate.ts';

/** Seconds that the test servers speak on a text: at the pace of a narrator unless told otherwise. */
export function spokenSeconds(text: string, unitsPerSecond = 15): number {
  return speechUnits(text) / unitsPerSecond;
}

/** Sound as long as a text takes: a tone, so that it is neither silent nor empty. */
export function spokenSamples(text: string, sampleRate: number, unitsPerSecond?: number): Int16Array {
  const samples = new Int16Array(Math.round(spokenSeconds(text, unitsPerSecond) * sampleRate));
  for (let index = 0; index < samples.length; index += 1) samples[index] = index % 40 < 20 ? 4000 : -4000;
  return samples;
}

export function sampleBytes(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

export interface WavShape {
  /** Sizes as a program writes them that streams. */
  readonly streamed?: boolean;
  /** A LIST chunk before the data, as ffmpeg writes it. */
  readonly list?: boolean;
}

/** A WAV file as a service sends it. */
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

/** The text without its last sentences, a third of it or more, as a server speaks it that has lost a chunk in silence. */
export function withoutLastSentence(text: string): string {
  const sentences = text.match(/[^.!?]+[.!?]*\s*/gu) ?? [];
  let kept = '';
  for (const sentence of sentences) {
    if (kept.length + sentence.length > text.length * 0.67) break;
    kept += sentence;
  }
  return kept || text.slice(0, text.length / 2);
}
