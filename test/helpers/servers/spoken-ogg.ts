import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import ffmpeg from '@ffmpeg-installer/ffmpeg';
import { sampleBytes } from './spoken-audio.ts';

const made = new Map<string, Buffer>();

/** Returns samples as Ogg Vorbis. Equal samples are encoded once. */
export function oggBytes(samples: Int16Array, sampleRate: number): Buffer {
  const bytes = sampleBytes(samples);
  const key = `${createHash('sha256').update(bytes).digest('hex')} ${sampleRate}`;
  const found = made.get(key) ?? encode(bytes, sampleRate);
  made.set(key, found);
  return found;
}

function encode(input: Buffer, sampleRate: number): Buffer {
  const source = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0'];
  const output = ['-c:a', 'libvorbis', '-q:a', '0', '-f', 'ogg', 'pipe:1'];
  return execFileSync(ffmpeg.path, ['-loglevel', 'error', ...source, ...output], {
    input,
    maxBuffer: 64 * 1024 * 1024,
  });
}
