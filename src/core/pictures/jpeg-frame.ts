/** Fields of a JPEG frame header. */
export interface JpegFrame {
  readonly width: number;
  readonly height: number;
  /** 1 for gray, 3 for colours, 4 for inks. */
  readonly components: number;
  /** Baseline coding in grey or colour, which every player shows. */
  readonly isPlain: boolean;
}

const baselineMarker = 0xc0;
/** Start-of-frame markers. C4, C8 and CC are others. */
const frameMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Returns the frame header of a JPEG file, or undefined when there is none (ISO 10918-1, annex B). */
export function jpegFrame(bytes: Uint8Array): JpegFrame | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return undefined;
  for (let at = 2; at + 9 < data.length;) {
    const marker = data.readUInt8(at + 1);
    if (data.readUInt8(at) !== 0xff) return undefined;
    if (frameMarkers.has(marker)) {
      const [height, width] = [data.readUInt16BE(at + 5), data.readUInt16BE(at + 7)];
      const components = data.readUInt8(at + 9);
      const isPlain = marker === baselineMarker && components <= 3 && width > 0 && height > 0;
      return { width, height, components, isPlain };
    }
    at += marker === 0xff ? 1 : 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}
