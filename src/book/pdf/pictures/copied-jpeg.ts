import { jpegFrame } from '../../../core/pictures/jpeg-frame.ts';
import type { ImageObject } from './image-objects.ts';

/**
 * Returns the JPEG of an image when it can be shown as it is: gray or in colours, without a mask or a change of its colours, and
 * not encrypted. Undefined otherwise.
 */
export function copiedJpeg(file: Buffer, image: ImageObject): Buffer | undefined {
  const { dictionary, width, height } = image;
  if (!/\/Filter\s*(?:\/DCTDecode\b|\[\s*\/DCTDecode\s*\])/u.test(dictionary)) return undefined;
  if (/\/(?:S?Mask|ImageMask|Decode|ColorTransform|Matte)\b/u.test(dictionary)) return undefined;
  const jpeg = dataOf(file, image);
  const frame = jpegFrame(jpeg);
  // Four components are inks, which not every reading system shows.
  if (frame?.width !== width || frame.height !== height || ![1, 3].includes(frame.components)) return undefined;
  return isPlainColor(file, dictionary) ? jpeg : undefined;
}

function dataOf(file: Buffer, { dictionary, data }: ImageObject): Buffer {
  const length = Number(/\/Length\s+(\d{1,10})(?!\d|\s+\d+\s+R)/u.exec(dictionary)?.[1] ?? 0);
  const end = length > 0 ? data + length : file.indexOf('endstream', data);
  return file.subarray(data, Math.max(data, end));
}

/** Reports whether the values of the pixels are levels of gray, or of red, green and blue. */
function isPlainColor(file: Buffer, dictionary: string): boolean {
  const given = /\/ColorSpace\s*(.{1,200})/su.exec(dictionary)?.[1] ?? '';
  const reference = /^(\d{1,8})\s+\d+\s+R/u.exec(given)?.[1];
  if (reference === undefined) return plainColor.test(given);
  const at = file.lastIndexOf(`\n${reference} 0 obj`);
  if (at === -1) return false;
  return plainColor.test(file.toString('latin1', at, at + 200).replace(/^\s*\d+ 0 obj\s*/u, ''));
}

const plainColor = /^(?:\[\s*)?\/(?:DeviceRGB|DeviceGray|CalRGB|CalGray|ICCBased)\b/u;

/** Returns a JPEG without the notes of a camera: a PDF ignores the orientation in them, a reading system does not. */
export function withoutCameraNotes(jpeg: Buffer): Buffer {
  const kept: Buffer[] = [jpeg.subarray(0, 2)];
  let at = 2;
  while (at + 4 < jpeg.length && jpeg.readUInt8(at) === 0xff && jpeg.readUInt8(at + 1) !== startOfScan) {
    const next = at + 2 + jpeg.readUInt16BE(at + 2);
    if (jpeg.readUInt8(at + 1) !== applicationOne) kept.push(jpeg.subarray(at, next));
    at = next;
  }
  return Buffer.concat([...kept, jpeg.subarray(at)]);
}

const startOfScan = 0xda;
/** Exif and XMP. */
const applicationOne = 0xe1;
