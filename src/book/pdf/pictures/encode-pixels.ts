import type { Canvas } from '@napi-rs/canvas';
import { loadCanvas } from '../document/draw-page.ts';
import type { Matrix } from '../document/matrix.ts';
import type { PreparedPixels } from './prepared-pixels.ts';

/** Longer side in pixels. No screen shows more of a page. */
const maxSide = 4000;
const quality = 90;

/**
 * Returns an image as it lies on the page: a photograph as JPEG, a drawing or one with transparent parts as PNG. Throws
 * `tool-missing` without the optional canvas package.
 */
export async function encodePixels(image: PreparedPixels, matrix: Matrix): Promise<Buffer> {
  const { createCanvas, ImageData } = await loadCanvas('A picture other than a plain JPEG');
  const { data, width, height } = toRgba(image);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  const isPhotograph = isOpaque(data) && hasManyColors(data);
  const turned = turn(canvas, matrix, createCanvas);
  return isPhotograph ? await turned.encode('jpeg', quality) : await turned.encode('png');
}

/** Kinds of pixels (`ImageKind` of PDF.js). */
const oneBit = 1;
const rgb = 2;

interface Rgba {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Returns four bytes for each pixel. One that is too large shrinks by a whole number: each pixel is the mean of a square. */
function toRgba(image: PreparedPixels): Rgba {
  const scale = Math.ceil(Math.max(image.width, image.height) / maxSide);
  const [width, height] = [Math.floor(image.width / scale), Math.floor(image.height / scale)];
  const data = new Uint8ClampedArray(width * height * 4);
  const colorOf = readerOf(image);
  const sums = [0, 0, 0, 0];
  for (let at = 0, pixel = 0; at < data.length; at += 4, pixel += 1) {
    const [left, top] = [(pixel % width) * scale, Math.floor(pixel / width) * scale];
    sums.fill(0);
    for (let y = top; y < top + scale; y += 1)
      for (let x = left; x < left + scale; x += 1) {
        const color = colorOf(y * image.width + x, x, y);
        for (let channel = 0; channel < 4; channel += 1)
          sums[channel] = (sums[channel] ?? 0) + ((color >>> (8 * channel)) & 255);
      }
    for (let channel = 0; channel < 4; channel += 1) data[at + channel] = (sums[channel] ?? 0) / (scale * scale);
  }
  return { data, width, height };
}

const opaque = 255 << 24;

/** Returns a function for the colour of a pixel: red in the lowest byte, then green, blue and opacity. */
function readerOf({ kind, data, width }: PreparedPixels): (index: number, x: number, y: number) => number {
  const byte = (at: number): number => data[at] ?? 0;
  if (kind === oneBit) {
    const rowBytes = Math.ceil(width / 8);
    return (_, x, y) => ((byte(y * rowBytes + (x >> 3)) >> (7 - (x & 7))) & 1 ? -1 : opaque);
  }
  const bytes = kind === rgb ? 3 : 4;
  return (index) => {
    const at = index * bytes;
    const opacity = kind === rgb ? opaque : byte(at + 3) << 24;
    return byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | opacity;
  };
}

function isOpaque(data: Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** Drawings and screenshots have fewer colours. */
const maxDrawingColors = 256;
const maxSamples = 10_000;

function hasManyColors(data: Uint8ClampedArray): boolean {
  const step = Math.max(1, Math.floor(data.length / 4 / maxSamples)) * 4;
  const colors = new Set<number>();
  for (let at = 0; at < data.length; at += step)
    colors.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
  return colors.size > maxDrawingColors;
}

/** Turns and mirrors an image as it lies on the page, by quarter turns. */
function turn(canvas: Canvas, [a, b, c, d]: Matrix, createCanvas: (width: number, height: number) => Canvas): Canvas {
  const isSideways = Math.abs(b) > Math.abs(a);
  const [rightX, rightY] = isSideways ? [0, Math.sign(b)] : [Math.sign(a), 0];
  const [downX, downY] = isSideways ? [-Math.sign(c), 0] : [0, -Math.sign(d)];
  if (rightX === 1 && downY === 1) return canvas;
  const { width, height } = canvas;
  const turned = isSideways ? createCanvas(height, width) : createCanvas(width, height);
  const [x, y] = [rightX + downX < 0 ? turned.width : 0, rightY + downY < 0 ? turned.height : 0];
  const context = turned.getContext('2d');
  context.setTransform(rightX, rightY, downX, downY, x, y);
  context.drawImage(canvas, 0, 0);
  return turned;
}
