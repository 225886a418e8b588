import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { coverToJpeg } from '../../src/audio/pictures/cover-to-jpeg.ts';
import { pictureFormat } from '../../src/audio/pictures/picture-format.ts';
import { picture } from './pictures.ts';
import { testFolder, systemFfmpeg } from './sound.ts';

/** 16 × 16 pixels, made with ImageMagick, which ffmpeg cannot write: plain red in CMYK, plain blue progressive. */
const CMYK_RED =
  '/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GCgU5gjZeMfZZzfoF8/9sAQwEVFxceGh47ISE7fFNGU3x8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8/8AAFAgAEAAQBAEiAAIRAQMRAQQiAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAFBv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAFBv/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAOBAEAAhEDEQQAAD8AqAEEc2YD/9k=';
const PROGRESSIVE_BLUE =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wgARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAVAQEBAAAAAAAAAAAAAAAAAAADBf/aAAwDAQACEAMQAAABliwf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABBQIf/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAwEBPwF//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPwF//8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQAGPwIf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPyEf/9oADAMBAAIAAwAAABAD/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAwEBPxB//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPxB//8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPxAf/9k=';

const { signal } = new AbortController();

async function prepare(bytes: Uint8Array): ReturnType<typeof coverToJpeg> {
  return await coverToJpeg(bytes, await systemFfmpeg, signal);
}

/** Colour of the first pixel. */
async function firstPixel(bytes: Uint8Array): Promise<readonly number[]> {
  await using folder = await testFolder();
  const path = join(folder.path, 'picture');
  await writeFile(path, bytes);
  const { path: ffmpeg } = await systemFfmpeg;
  const args = ['-v', 'error', '-f', 'jpeg_pipe', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const { stdout } = await promisify(execFile)(ffmpeg, args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  return [...stdout.subarray(0, 3)];
}

test('a baseline JPEG of a fair size stays byte for byte', async () => {
  const bytes = new Uint8Array(await picture('mjpeg'));
  expect(await prepare(bytes)).toEqual({ cover: { bytes, mediaType: 'image/jpeg' }, warning: undefined });
});

test.each(['png', 'gif', 'libwebp', 'bmp'])('a %s picture becomes a plain JPEG of its size', async (codec) => {
  const { cover } = await prepare(await picture(codec, '60x90'));
  expect(cover?.mediaType).toBe('image/jpeg');
  expect(pictureFormat(cover?.bytes ?? new Uint8Array())).toMatchObject({ isPlainJpeg: true, width: 60, height: 90 });
});

test('a large picture is brought down to 1400 pixels and keeps its shape', async () => {
  const { cover } = await prepare(await picture('mjpeg', '1000x2800'));
  expect(pictureFormat(cover?.bytes ?? new Uint8Array())).toMatchObject({
    isPlainJpeg: true,
    width: 500,
    height: 1400,
  });
});

test('transparent parts become white', async () => {
  const { cover } = await prepare(await picture('png', '32x32', ['-vf', 'format=rgba,colorchannelmixer=aa=0']));
  for (const channel of await firstPixel(cover?.bytes ?? new Uint8Array())) expect(channel).toBeGreaterThan(250);
});

test('CMYK and progressive JPEGs become plain ones of the same colour', async () => {
  const red = await prepare(new Uint8Array(Buffer.from(CMYK_RED, 'base64')));
  const blue = await prepare(new Uint8Array(Buffer.from(PROGRESSIVE_BLUE, 'base64')));
  expect(pictureFormat(red.cover?.bytes ?? new Uint8Array())?.isPlainJpeg).toBe(true);
  expect(pictureFormat(blue.cover?.bytes ?? new Uint8Array())?.isPlainJpeg).toBe(true);
  const [r = 0, g = 255, b = 255] = await firstPixel(red.cover?.bytes ?? new Uint8Array());
  expect([r > 200, g < 80, b < 80]).toEqual([true, true, true]);
  expect((await firstPixel(blue.cover?.bytes ?? new Uint8Array()))[2]).toBeGreaterThan(200);
});

test('the picture that an SVG wraps is taken out of it', async () => {
  const inner = await picture('mjpeg', '40x50');
  const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image xlink:href="data:image/jpeg;base64,${inner.toString('base64')}"/></svg>`;
  expect((await prepare(Buffer.from(svg))).cover?.bytes).toEqual(new Uint8Array(inner));
});

test('a drawn SVG is drawn, or is a warning where ffmpeg cannot', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="70"><rect width="50" height="70" fill="red"/></svg>';
  const { cover, warning } = await prepare(Buffer.from(svg));
  expect((cover === undefined) !== (warning === undefined)).toBe(true);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('this is no picture')],
  ['a JPEG that ends in its head', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['a PNG that ends in its head', Buffer.from('89504e470d0a1a0a0000000d49484452000000400000004008060000', 'hex')],
  [
    'a PNG that would unpack to gigabytes',
    Buffer.from('89504e470d0a1a0a0000000d494844520000ffff0000ffff0806000000', 'hex'),
  ],
])('%s costs the cover and not the book', async (_case, bytes) => {
  const { cover, warning } = await prepare(bytes);
  expect(cover).toBeUndefined();
  expect(warning).toMatch(/cover/u);
});

test('an abort is not a bad cover', async () => {
  const png = await picture('png');
  await expect(coverToJpeg(png, await systemFfmpeg, AbortSignal.abort())).rejects.toMatchObject({
    code: 'canceled',
  });
});
