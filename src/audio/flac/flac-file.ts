import { uninitialized } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { AudiobookError } from '../../core/errors.ts';
import { blockHeadBytes, flacBlockTypes, flacHead, flacMarker, lastFlag } from './flac-block.ts';
import { flacSamples } from './flac-head.ts';
import { libflac } from './libflac.ts';
import type { Libflac } from './libflac.ts';

/** Data of an application in a FLAC file, which players skip. `id` has four ASCII characters. */
export interface FlacBlock {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Higher levels take 40 % more time for 2 % fewer bytes of speech. */
const compressionLevel = 2;
const bitsPerSample = 16;
const sampleBytes = 2;
/** Samples that are given to the encoder at a time. */
const pieceSamples = 2 ** 16;
const idBytes = 4;
const { application: applicationType, streamInfo: streamInfoType } = flacBlockTypes;
/** The first block, STREAMINFO, follows the marker `fLaC` (RFC 9639, 8.2). */
const streamInfoAt = 8;
const headBytes = streamInfoAt + 34;
const rateAt = streamInfoAt + 10;
const md5At = streamInfoAt + 18;
/** Half an hour at 48 kHz. A damaged count must not take all memory. */
const maxSamples = 30 * 60 * 48_000;

/** Returns audio as a FLAC file (mono, 16 bit) with blocks of an application. Throws `internal` for a rate that FLAC has not. */
export async function encodeFlac({ samples, sampleRate }: Pcm, blocks: readonly FlacBlock[]): Promise<Buffer> {
  const library = await libflac();
  const head: Uint8Array[] = [];
  const frames: Uint8Array[] = [];
  let md5 = '';
  const encoder = library.create_libflac_encoder(sampleRate, 1, bitsPerSample, compressionLevel, samples.length, false);
  const state = library.init_encoder_stream(
    encoder,
    (bytes, _length, sampleCount) => void (sampleCount === 0 ? head : frames).push(bytes),
    (info) => {
      md5 = info?.md5sum ?? md5;
    },
  );
  const isEncoded =
    state === 0 && encodeSamples(library, encoder, samples) && library.FLAC__stream_encoder_finish(encoder);
  library.FLAC__stream_encoder_delete(encoder);
  if (!isEncoded) throw new AudiobookError('internal', `Audio of ${sampleRate} Hz cannot be encoded as FLAC.`);
  const start = Buffer.concat(head).subarray(0, headBytes);
  start.write(md5, md5At, 'hex');
  const applications = blocks.map(({ id, bytes }) => {
    return { type: applicationType, content: Buffer.concat([Buffer.from(id, 'latin1'), bytes]) };
  });
  const info = { type: streamInfoType, content: start.subarray(streamInfoAt) };
  return Buffer.concat([flacHead([info, ...applications]), ...frames]);
}

/** Memory of a piece, used again for each: libFLAC takes samples of 32 bits. */
let piece: Int32Array<ArrayBuffer> | undefined;

function encodeSamples(library: Libflac, encoder: number, samples: Int16Array): boolean {
  piece ??= new Int32Array(pieceSamples);
  for (let at = 0; at < samples.length; at += pieceSamples) {
    const next = samples.subarray(at, at + pieceSamples);
    piece.set(next);
    if (!library.FLAC__stream_encoder_process_interleaved(encoder, piece.subarray(0, next.length), next.length))
      return false;
  }
  return true;
}

/** Reports whether a file begins as those of `encodeFlac` do. */
export function isFlac(file: Buffer): boolean {
  return file.length >= headBytes && file.toString('latin1', 0, flacMarker.length) === flacMarker;
}

/** Returns the blocks of an application in a FLAC file, or in as much of its beginning as is given. */
export function flacBlocks(file: Buffer): readonly FlacBlock[] {
  const blocks: FlacBlock[] = [];
  let isLast = ((file[streamInfoAt - blockHeadBytes] ?? lastFlag) & lastFlag) !== 0;
  for (let at = headBytes; !isLast && at + blockHeadBytes + idBytes <= file.length;) {
    const type = file.readUInt8(at);
    const idAt = at + blockHeadBytes;
    const end = idAt + file.readUIntBE(at + 1, 3);
    if (end > file.length) break;
    if ((type & ~lastFlag) === applicationType) {
      blocks.push({ id: file.toString('latin1', idAt, idAt + idBytes), bytes: file.subarray(idAt + idBytes, end) });
    }
    isLast = (type & lastFlag) !== 0;
    at = end;
  }
  return blocks;
}

/** Returns the audio of a FLAC file that `encodeFlac` wrote, or undefined when it is damaged. */
export async function decodeFlac(file: Buffer): Promise<Pcm | undefined> {
  const count = isFlac(file) ? flacSamples(file) : Infinity;
  if (count > maxSamples) return undefined;
  const samples = uninitialized(count);
  const filled = await decodeInto(new Uint8Array(samples.buffer), file);
  if (filled !== count * sampleBytes) return undefined;
  return { samples, sampleRate: file.readUIntBE(rateAt, 3) >> 4 };
}

/** Returns the number of bytes that the file gave, or undefined when it is damaged or gives more. */
async function decodeInto(target: Uint8Array, file: Buffer): Promise<number | undefined> {
  const library = await libflac();
  const decoder = library.create_libflac_decoder(false);
  const state = { read: 0, filled: 0, isDamaged: false };
  library.init_decoder_stream(
    decoder,
    (length) => {
      const buffer = new Uint8Array(file.subarray(state.read, state.isDamaged ? state.read : state.read + length));
      state.read += buffer.length;
      return { buffer, readDataLength: buffer.length, error: false };
    },
    ([mono = new Uint8Array()], { channels, bitsPerSample: bits }) => {
      const fits = channels === 1 && bits === bitsPerSample && state.filled + mono.length <= target.length;
      if (fits) target.set(mono, state.filled);
      state.filled += mono.length;
      state.isDamaged ||= !fits;
    },
    () => {
      state.isDamaged = true;
    },
  );
  library.FLAC__stream_decoder_process_until_end_of_stream(decoder);
  library.FLAC__stream_decoder_finish(decoder);
  library.FLAC__stream_decoder_delete(decoder);
  return state.isDamaged ? undefined : state.filled;
}
