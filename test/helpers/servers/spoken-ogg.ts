import { execFileSync } from 'node:child_process';
import ffmpeg from '@ffmpeg-installer/ffmpeg';

const made = new Map<string, Buffer>();

/** Returns an Ogg Vorbis tone, accurate to 1 % and cached by length. */
export function oggBytes(seconds: number, sampleRate: number): Buffer {
  const length = Math.exp(Math.round(Math.log(Math.max(0.05, seconds)) * 50) / 50).toFixed(3);
  const key = `${length} ${sampleRate}`;
  const found = made.get(key) ?? encode(length, sampleRate);
  made.set(key, found);
  return found;
}

function encode(seconds: string, sampleRate: number): Buffer {
  const source = `sine=frequency=300:sample_rate=${sampleRate}:duration=${seconds}`;
  const output = ['-c:a', 'libvorbis', '-q:a', '0', '-ac', '1', '-f', 'ogg', 'pipe:1'];
  return execFileSync(ffmpeg.path, ['-loglevel', 'error', '-f', 'lavfi', '-i', source, ...output], {
    maxBuffer: 64 * 1024 * 1024,
  });
}
