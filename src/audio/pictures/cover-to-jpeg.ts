import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { throwIfCanceled, toAudiobookError } from '../../core/errors.ts';
import type { CoverImage } from '../audio-metadata.ts';
import { runFfmpeg } from '../ffmpeg/ffmpeg.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { pictureFormat } from './picture-format.ts';

export interface PreparedCover {
  /** A JPEG that every player shows, or undefined when the picture cannot be used. */
  readonly cover: CoverImage | undefined;
  /** For a person: why there is no cover. */
  readonly warning: string | undefined;
}

/** Longer side in pixels; players shrink anything larger. */
const MAX_SIDE = 1400;
/** A picture that unpacks to more than this is an attack, or no cover. */
const MAX_PIXELS = 100_000_000;
/** Lays a picture over itself in plain white: of any size, and without filters that crash ffmpeg 5.1. */
const ON_WHITE =
  'format=rgba,split[on][off];[off]lutrgb=r=255:g=255:b=255:a=255,format=rgb24[white];' +
  '[white][on]overlay=format=rgb,format=rgb24';

/**
 * A cover as a baseline JPEG of at most 1400 pixels a side, transparent parts white; one that is so already stays as it
 * is. Never throws but for an abort: a bad cover must not cost the book.
 */
export async function coverToJpeg(bytes: Uint8Array, ffmpeg: Ffmpeg, signal: AbortSignal): Promise<PreparedCover> {
  try {
    const format = pictureFormat(bytes);
    if (format === undefined) return { cover: undefined, warning: 'The cover is no picture of a known kind.' };
    if (format.isPlainJpeg && format.width <= MAX_SIDE && format.height <= MAX_SIDE) return prepared(bytes);
    if (format.embedded !== undefined) return await coverToJpeg(format.embedded, ffmpeg, signal);
    if (format.width * format.height > MAX_PIXELS)
      return { cover: undefined, warning: 'The cover is too large a picture.' };
    return prepared(await convert(bytes, format.demuxer, ffmpeg, signal));
  } catch (thrown) {
    throwIfCanceled(signal);
    return { cover: undefined, warning: `The cover cannot be used: ${toAudiobookError(thrown).message}` };
  }
}

function prepared(bytes: Uint8Array): PreparedCover {
  return { cover: { bytes, mediaType: 'image/jpeg' }, warning: undefined };
}

async function convert(bytes: Uint8Array, demuxer: string, ffmpeg: Ffmpeg, signal: AbortSignal): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'audiobook-cover-'));
  try {
    const input = join(folder, 'cover');
    await writeFile(input, bytes);
    const output = new Collector();
    const scale = `scale='min(${MAX_SIDE},iw)':'min(${MAX_SIDE},ih)':force_original_aspect_ratio=decrease`;
    await runFfmpeg({
      ffmpeg,
      signal,
      input,
      inputOptions: ['-f', demuxer, '-max_pixels', String(MAX_PIXELS)],
      outputOptions: ['-vf', `${ON_WHITE},${scale},format=yuvj420p`, '-frames:v', '1', '-q:v', '3', '-f', 'mjpeg'],
      output,
    });
    const picture = output.bytes();
    if (pictureFormat(picture)?.isPlainJpeg !== true) throw new Error('ffmpeg made no picture of it');
    return picture;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps what is written to it. */
class Collector extends Writable {
  readonly #chunks: Buffer[] = [];

  constructor() {
    // fluent-ffmpeg takes the close of an output that has finished for a failure.
    super({ emitClose: false, autoDestroy: false });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, taken: () => void): void {
    this.#chunks.push(chunk);
    taken();
  }

  bytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#chunks));
  }
}
