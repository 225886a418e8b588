/** What a picture's first bytes tell. */
export interface PictureFormat {
  /** ffmpeg's name for reading it. */
  readonly demuxer: string;
  /** 0 where the format does not tell at once. */
  readonly width: number;
  readonly height: number;
  /** A baseline JPEG in grey or colour: every player shows it. */
  readonly isPlainJpeg: boolean;
  /** The picture inside, when this one only wraps another. */
  readonly embedded: Uint8Array | undefined;
}

/** SVG is text: more than this before its first element is no cover. */
const SVG_HEAD_BYTES = 4096;

const JPEG_BASELINE = 0xc0;
/** Start-of-frame markers; C4, C8 and CC are others. */
const JPEG_FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** The kind of a picture by its content, never by a name; undefined when it is none that is known. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = data.toString('latin1', 0, 12);
  if (head.startsWith('\u00FF\u00D8\u00FF')) return jpegFormat(data);
  if (head.startsWith('\u0089PNG\r\n\u001A\n') && data.length > 24) {
    return known('png_pipe', data.readUInt32BE(16), data.readUInt32BE(20));
  }
  if (/^GIF8[79]a/u.test(head)) return known('gif', data.readUInt16LE(6), data.readUInt16LE(8));
  if (/^RIFF[^]{4}WEBP/u.test(head)) return known('webp_pipe');
  if (head.startsWith('BM')) return known('bmp_pipe');
  if (/<svg[\s>]/iu.test(data.toString('utf8', 0, SVG_HEAD_BYTES))) return svgFormat(data);
  return undefined;
}

function known(demuxer: string, width = 0, height = 0): PictureFormat {
  return { demuxer, width, height, isPlainJpeg: false, embedded: undefined };
}

/** Walks the markers to the start of the frame; undefined when there is none (ISO 10918-1, annex B). */
function jpegFormat(data: Buffer): PictureFormat | undefined {
  let at = 2;
  while (at + 9 < data.length) {
    const marker = data.readUInt8(at + 1);
    if (data.readUInt8(at) !== 0xff) return undefined;
    if (JPEG_FRAMES.has(marker)) {
      const [height, width, components] = [
        data.readUInt16BE(at + 5),
        data.readUInt16BE(at + 7),
        data.readUInt8(at + 9),
      ];
      const isPlainJpeg = marker === JPEG_BASELINE && components <= 3 && width > 0 && height > 0;
      return { ...known('jpeg_pipe', width, height), isPlainJpeg };
    }
    at += marker === 0xff ? 1 : 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Most SVG covers only wrap a picture: that one is taken, since few ffmpegs can draw SVG. */
function svgFormat(data: Buffer): PictureFormat {
  const encoded = /href\s*=\s*["']data:image\/(?:jpeg|jpg|png|gif|webp);base64,([A-Za-z0-9+/=\s]+)["']/u.exec(
    data.toString('utf8'),
  )?.[1];
  const embedded = encoded === undefined ? undefined : new Uint8Array(Buffer.from(encoded, 'base64'));
  return { ...known('svg_pipe'), embedded };
}
