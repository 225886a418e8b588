import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { systemFfmpeg } from './sound.ts';
import type { CoverImage } from '../../src/audio/audio-metadata.ts';

/** A picture made by ffmpeg: `mjpeg`, `png`, `gif`, … */
export async function picture(codec: string, size = '64x64', options: readonly string[] = []): Promise<Buffer> {
  const { path } = await systemFfmpeg;
  const source = ['-v', 'error', '-f', 'lavfi', '-i', `testsrc=size=${size}:rate=1`, '-frames:v', '1'];
  const args = [...source, '-c:v', codec, ...options, '-f', codec === 'gif' ? 'gif' : 'image2pipe', '-'];
  return (await promisify(execFile)(path, args, { encoding: 'buffer', maxBuffer: 2 ** 26 })).stdout;
}

export async function testCover(): Promise<CoverImage> {
  return { bytes: new Uint8Array(await picture('mjpeg')), mediaType: 'image/jpeg' };
}
