import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CoverImage } from '../../src/audio/audio-metadata.ts';
import { coverToJpeg } from '../../src/audio/pictures/cover-to-jpeg.ts';
import { jpegFrame } from '../../src/core/pictures/jpeg-frame.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { heavyCover, picture } from './pictures.ts';
import { systemFfmpeg } from './sound.ts';

/** 16 × 16 pixels, made with ImageMagick, which ffmpeg cannot write: plain red in CMYK, plain blue progressive. */
const cmykRed =
  '/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GCgU5gjZeMfZZzfoF8/9sAQwEVFxceGh47ISE7fFNGU3x8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8/8AAFAgAEAAQBAEiAAIRAQMRAQQiAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAFBv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAFBv/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAOBAEAAhEDEQQAAD8AqAEEc2YD/9k=';
const progressiveBlue =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wgARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAVAQEBAAAAAAAAAAAAAAAAAAADBf/aAAwDAQACEAMQAAABliwf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABBQIf/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAwEBPwF//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPwF//8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQAGPwIf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPyEf/9oADAMBAAIAAwAAABAD/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAwEBPxB//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPxB//8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPxAf/9k=';

const { signal } = new AbortController();

async function prepare(bytes: Uint8Array): ReturnType<typeof coverToJpeg> {
  return await coverToJpeg(bytes, signal);
}

/** Colour of the first pixel. */
async function firstPixel(bytes: Uint8Array): Promise<readonly number[]> {
  const file = path.join(await temporaryFolder(), 'picture');
  await writeFile(file, bytes);
  const { path: ffmpeg } = await systemFfmpeg;
  const args = ['-v', 'error', '-f', 'jpeg_pipe', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const { stdout } = await promisify(execFile)(ffmpeg, args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  return [...stdout.subarray(0, 3)];
}

describe('coverToJpeg', () => {
  it('leaves a baseline JPEG of a fair size unchanged', async () => {
    const bytes = new Uint8Array(await picture('mjpeg'));
    expect(await prepare(bytes)).toEqual({ cover: { bytes, mediaType: 'image/jpeg' }, warning: undefined });
  });

  it('writes a JPEG anew that is too heavy for the blocks of FLAC', async () => {
    const { cover } = await prepare((await heavyCover(2 ** 24)).bytes);
    expect(frameOf(cover)).toEqual({ components: 3, isPlain: true, width: 64, height: 64 });
    expect(cover?.bytes.length).toBeLessThan(10_000);
  });

  it.each(['png', 'gif', 'libwebp', 'bmp', 'tiff'])(
    'turns a %s picture into a plain JPEG of its size',
    async (codec) => {
      const { cover } = await prepare(await picture(codec, '60x90'));
      expect(cover?.mediaType).toBe('image/jpeg');
      expect(frameOf(cover)).toEqual({ components: 3, isPlain: true, width: 60, height: 90 });
    },
  );

  it('turns an AVIF picture into a plain JPEG', async () => {
    const { cover } = await prepare(
      await sharp(await picture('png', '60x90'))
        .avif()
        .toBuffer(),
    );
    expect(frameOf(cover)).toEqual({ components: 3, isPlain: true, width: 60, height: 90 });
  });

  it.each([
    ['bgr24', 'rgb24'],
    ['bgra', 'rgba'],
    ['pal8', 'pal8'],
    ['gray', 'gray'],
  ])('keeps the colors of a %s bitmap', async (bitmapFormat, pngFormat) => {
    const bitmap = await prepare(await picture('bmp', '61x47', ['-pix_fmt', bitmapFormat]));
    const png = await prepare(await picture('png', '61x47', ['-pix_fmt', pngFormat]));
    expect(meanDifference(await pixels(bitmap.cover), await pixels(png.cover))).toBeLessThan(1);
  });

  it('scales a large picture down to 1400 pixels and keeps its shape', async () => {
    const { cover } = await prepare(await picture('mjpeg', '1000x2800'));
    expect(frameOf(cover)).toEqual({ components: 3, isPlain: true, width: 500, height: 1400 });
  });

  it('makes transparent parts white', async () => {
    const { cover } = await prepare(await picture('png', '32x32', ['-vf', 'format=rgba,colorchannelmixer=aa=0']));
    for (const channel of await firstPixel(cover?.bytes ?? new Uint8Array())) expect(channel).toBeGreaterThan(250);
  });

  it('turns CMYK and progressive JPEGs into plain ones of the same color', async () => {
    const red = await prepare(new Uint8Array(Buffer.from(cmykRed, 'base64')));
    const blue = await prepare(new Uint8Array(Buffer.from(progressiveBlue, 'base64')));
    expect([frameOf(red.cover)?.isPlain, frameOf(blue.cover)?.isPlain]).toEqual([true, true]);
    const [r = 0, g = 255, b = 255] = await firstPixel(red.cover?.bytes ?? new Uint8Array());
    expect([r > 200, g < 80, b < 80]).toEqual([true, true, true]);
    expect((await firstPixel(blue.cover?.bytes ?? new Uint8Array()))[2]).toBeGreaterThan(200);
  });

  it('turns a JPEG upright that says how it is rotated', async () => {
    const rotated = await sharp(await picture('mjpeg', '40x60'))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(frameOf((await prepare(rotated)).cover)).toEqual({ components: 3, isPlain: true, width: 60, height: 40 });
  });

  it('takes the picture out of an SVG that wraps it', async () => {
    const inner = await picture('mjpeg', '40x50');
    const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image xlink:href="data:image/jpeg;base64,${inner.toString('base64')}"/></svg>`;
    expect((await prepare(Buffer.from(svg))).cover?.bytes).toEqual(new Uint8Array(inner));
  });

  it('draws an SVG', async () => {
    const svg = drawing('<rect width="50" height="70" fill="red"/>');
    const { cover } = await prepare(svg);
    expect(frameOf(cover)).toEqual({ components: 3, isPlain: true, width: 50, height: 70 });
    const [r = 0, g = 255] = await firstPixel(cover?.bytes ?? new Uint8Array());
    expect([r > 200, g < 80]).toEqual([true, true]);
  });

  it('does not let an SVG read files or addresses', async () => {
    const folder = await temporaryFolder();
    const secret = path.join(folder, 'secret.png');
    await writeFile(
      secret,
      await sharp({ create: { width: 50, height: 70, channels: 3, background: 'black' } })
        .png()
        .toBuffer(),
    );
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    for (const href of [secret, pathToFileURL(secret).href, `http://127.0.0.1:${port}/secret.png`]) {
      const image = `<image width="50" height="70" href="${href}" xlink:href="${href}"/>`;
      const { cover } = await prepare(drawing(`<rect width="50" height="70" fill="white"/>${image}`));
      expect(Math.min(...(await firstPixel(cover?.bytes ?? new Uint8Array())))).toBeGreaterThan(250);
    }
    const entity = `<!DOCTYPE svg [<!ENTITY x SYSTEM "${pathToFileURL(secret).href}">]>`;
    await prepare(Buffer.concat([Buffer.from(entity), drawing('<text>&x;</text>')]));
    server.close();
    expect(requests).toEqual([]);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('this is not a picture')],
    ['a JPEG that ends in its head', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a PNG that ends in its head', Buffer.from('89504e470d0a1a0a0000000d49484452000000400000004008060000', 'hex')],
    [
      'a PNG that would unpack to gigabytes',
      Buffer.from('89504e470d0a1a0a0000000d494844520000ffff0000ffff0806000000', 'hex'),
    ],
    ['an SVG of a huge size', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>')],
    ['a bitmap of a huge size', bitmapOf(100_000, 100_000)],
    ['a bitmap that ends in its head', bitmapOf(100, 100)],
    ['a bitmap without width', bitmapOf(0, 1)],
    ['a bitmap of negative width', bitmapOf(-5, 1)],
  ])('%s costs the cover and not the book', async (_case, bytes) => {
    const { cover, warning } = await prepare(bytes);
    expect(cover).toBeUndefined();
    expect(warning).toMatch(/cover/u);
  });

  it('does not take an abort for a bad cover', async () => {
    const png = await picture('png');
    await expect(coverToJpeg(png, AbortSignal.abort())).rejects.toMatchObject({ code: 'canceled' });
  });
});

describe('coverToJpeg without sharp', () => {
  it('uses a baseline JPEG unchanged and names the package for any other', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'audio'));
    for (const part of ['core', 'audio/pictures', 'audio/audio-metadata.js']) {
      await cp(path.resolve('build', part), path.join(folder, part), { recursive: true });
    }
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(path.join(folder, 'plain.jpg'), await picture('mjpeg'));
    await writeFile(path.join(folder, 'other.png'), await picture('png'));
    const script = `
      import { readFile } from 'node:fs/promises';
      import { coverToJpeg } from './audio/pictures/cover-to-jpeg.js';
      const { signal } = new AbortController();
      for (const name of ['plain.jpg', 'other.png']) {
        const bytes = await readFile(name);
        const { cover, warning } = await coverToJpeg(bytes, signal);
        console.log(cover && bytes.equals(cover.bytes), warning);
      }`;
    await writeFile(path.join(folder, 'test.js'), script);
    const { stdout } = await promisify(execFile)(process.execPath, ['test.js'], { cwd: folder });
    expect(stdout.split('\n')[0]).toBe('true undefined');
    expect(stdout.split('\n')[1]).toMatch(/^undefined .*npm i sharp/u);
  });
});

function frameOf(cover: CoverImage | undefined): ReturnType<typeof jpegFrame> {
  return jpegFrame(cover?.bytes ?? new Uint8Array());
}

function drawing(content: string): Buffer {
  const head =
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="50" height="70">';
  return Buffer.from(`${head}${content}</svg>`);
}

/** A 24-bit bitmap with a header and hardly any pixels. */
function bitmapOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(100);
  bytes.write('BM');
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

async function pixels(cover: CoverImage | undefined): Promise<Buffer> {
  return await sharp(cover?.bytes).toColourspace('srgb').raw().toBuffer();
}

function meanDifference(a: Buffer, b: Buffer): number {
  expect(a).toHaveLength(b.length);
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}
