import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import ffmpeg from '@ffmpeg-installer/ffmpeg';
import { sampleBytes } from './spoken-audio.ts';

const encoded = new Map<string, Buffer>();

/** Encodes samples with ffmpeg. Equal samples are encoded once. */
export function encodeSamples(samples: Int16Array, sampleRate: number, output: readonly string[]): Buffer {
  const input = sampleBytes(samples);
  const digest = createHash('sha256').update(input).digest('hex');
  const key = [digest, sampleRate, ...output].join(' ');
  const found = encoded.get(key) ?? encode(input, sampleRate, output);
  encoded.set(key, found);
  return found;
}

function encode(input: Buffer, sampleRate: number, output: readonly string[]): Buffer {
  const source = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0'];
  return execFileSync(ffmpeg.path, ['-loglevel', 'error', ...source, ...output, 'pipe:1'], {
    input,
    maxBuffer: 64 * 1024 * 1024,
  });
}
