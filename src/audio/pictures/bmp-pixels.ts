import { AudiobookError } from '../../core/errors.ts';

/** Decoded pixels: red, green, blue, one byte each, from the top left. */
export interface RgbPixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const fileHeaderBytes = 14;
const minHeaderBytes = fileHeaderBytes + 40;
const uncompressed = 0;
/** 32-bit pixels with colour masks. The masks of all common writers are those of uncompressed pixels. */
const bitFields = 3;

/** Reports whether the file is a Windows bitmap, a format that sharp does not read. */
export function isBmp(bytes: Uint8Array): boolean {
  return bytes.length > minHeaderBytes && bytes[0] === 0x42 && bytes[1] === 0x4d;
}

/**
 * Decodes an uncompressed Windows bitmap of 8, 24 or 32 bits per pixel. Throws `bad-value` for any other, for one that is cut
 * off, and for one of more than `maxPixels`.
 */
export function bmpPixels(bytes: Uint8Array, maxPixels: number): RgbPixels {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const layout = readLayout(file);
  const { width, height, bits, start, rowBytes, isTopDown } = layout;
  if (!isSupported(layout) || width * height > maxPixels || start + rowBytes * height > file.length) {
    throw new AudiobookError('bad-value', 'Unsupported or damaged Windows bitmap.');
  }
  const data = new Uint8Array(width * height * 3);
  for (let index = 0; index < width * height; index += 1) {
    const y = Math.floor(index / width);
    const at = start + rowBytes * (isTopDown ? y : height - 1 - y) + ((index % width) * bits) / 8;
    const color = bits === 8 ? layout.paletteStart + file.readUInt8(at) * 4 : at;
    // Stored as blue, green, red.
    data[index * 3] = file[color + 2] ?? 0;
    data[index * 3 + 1] = file[color + 1] ?? 0;
    data[index * 3 + 2] = file[color] ?? 0;
  }
  return { data, width, height };
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression: number;
  readonly paletteStart: number;
  readonly start: number;
  readonly rowBytes: number;
  readonly isTopDown: boolean;
}

function readLayout(file: Buffer): Layout {
  const width = file.readInt32LE(18);
  const height = file.readInt32LE(22);
  const bits = file.readUInt16LE(28);
  return {
    width,
    height: Math.abs(height),
    bits,
    compression: file.readUInt32LE(30),
    paletteStart: fileHeaderBytes + file.readUInt32LE(14),
    start: file.readUInt32LE(10),
    rowBytes: Math.ceil((width * bits) / 32) * 4,
    isTopDown: height < 0,
  };
}

function isSupported({ width, height, bits, compression, paletteStart }: Layout): boolean {
  const isPlain = compression === uncompressed || (compression === bitFields && bits === 32);
  return isPlain && [8, 24, 32].includes(bits) && width > 0 && height > 0 && paletteStart >= minHeaderBytes;
}
