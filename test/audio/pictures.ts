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

/** Returns a JPEG with comments in front of its picture, as many as it takes. */
export async function heavyCover(bytes: number): Promise<CoverImage> {
  const { bytes: small, mediaType } = await testCover();
  const comment = Buffer.alloc(2 + 65_535, 'comment ');
  comment.writeUInt16BE(0xff_fe, 0);
  comment.writeUInt16BE(65_535, 2);
  const comments = Array.from({ length: Math.ceil((bytes - small.length) / comment.length) }, () => comment);
  return { mediaType, bytes: Buffer.concat([small.subarray(0, 2), ...comments, small.subarray(2)]) };
}
