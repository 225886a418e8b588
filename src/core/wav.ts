import { AudiobookError } from './errors.ts';
import { fileFormat } from './file-format.ts';
import { concatPcm } from './pcm.ts';
import type { Pcm } from './pcm.ts';
import { wavHeader } from './wav-header.ts';

const pcmTag = 1;
const floatTag = 3;
const extensibleTag = 0xfffe;
/** Sizes from here on are placeholders of streaming writers: espeak writes 0x7FFFF000, others 0x7FFFFFFF or 0xFFFFFFFF. */
const placeholderSize = 0x7ffff000;

interface Format {
  readonly tag: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
}

/** A name and a size. */
const chunkHeaderBytes = 8;

/** Samples this many times as large as full scale are whole numbers in a format for real ones. Speech is at most cut a little. */
const maxOverload = 4;

/**
 * Decodes a WAV file as speech services send them: streamed ones with placeholder sizes, extra chunks, RF64, integer and
 * float samples. Several channels are mixed to one, and several files in one body are read one after the other, as servers join
 * them. The audio may share the memory of `bytes`. Throws `provider-failed` (retryable) when the bytes are not whole WAV files.
 */
export function decodeWav(bytes: Uint8Array): Pcm {
  const pieces: Pcm[] = [];
  for (let rest: Uint8Array | undefined = bytes; rest;) {
    const { pcm, next } = decodeFile(rest);
    const { sampleRate } = pieces[0] ?? pcm;
    if (pcm.sampleRate !== sampleRate) {
      throw failure(`Two WAV files in one: with ${sampleRate} and ${pcm.sampleRate} samples per second.`);
    }
    pieces.push(pcm);
    rest = next;
  }
  const [only, second] = pieces;
  return only && !second ? only : concatPcm(pieces);
}

/** Decodes the first WAV file, and returns the bytes from the header of another one on. */
function decodeFile(bytes: Uint8Array): { readonly pcm: Pcm; readonly next?: Uint8Array | undefined } {
  if (!isFileStart(bytes, 0)) throw failure(`Expected a WAV file but got ${contentKind(bytes)}.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = readChunks(bytes, view);
  return {
    pcm: { samples: samplesOf(bytes, view, data), sampleRate: data.format.sampleRate },
    next: data.next === undefined ? undefined : bytes.subarray(data.next),
  };
}

function samplesOf(bytes: Uint8Array, view: DataView, { format, dataStart, dataBytes }: Data): Int16Array {
  const frames = Math.floor(dataBytes / (format.channels * (format.bits / 8)));
  if (isPlainPcm(format)) return samplesAt(bytes, dataStart, frames);
  const reader = sampleReader(view, format);
  const samples = new Int16Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < format.channels; channel += 1) {
      sum += reader(dataStart + ((frame * format.channels + channel) * format.bits) / 8);
    }
    samples[frame] = Math.max(-32_768, Math.min(32_767, Math.round(sum / format.channels)));
  }
  return samples;
}

/** Returns where the header of a WAV file begins, from a place on, or undefined. Samples are not like it by chance. */
export function fileStart(bytes: Uint8Array, from = 0): number | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf('WAVE', from + 8); at >= 0; at = buffer.indexOf('WAVE', at + 1)) {
    if (isFileStart(bytes, at - 8)) return at - 8;
  }
  return undefined;
}

function isFileStart(bytes: Uint8Array, at: number): boolean {
  return /^(?:RIFF|RF64)$/u.test(ascii(bytes, at, at + 4)) && ascii(bytes, at + 8, at + 12) === 'WAVE';
}

/** Fast path: nearly every service sends mono 16-bit PCM, which needs no conversion. */
function isPlainPcm({ tag, channels, bits }: Format): boolean {
  return tag === pcmTag && channels === 1 && bits === 16;
}

/** Shares the memory of the file where samples may begin, which is at even addresses. */
function samplesAt(bytes: Uint8Array, start: number, frames: number): Int16Array {
  const at = bytes.byteOffset + start;
  if (at % 2 === 0) return new Int16Array(bytes.buffer, at, frames);
  const samples = new Int16Array(frames);
  new Uint8Array(samples.buffer).set(bytes.subarray(start, start + frames * 2));
  return samples;
}

/** Returns a WAV file: mono, 16 bit. */
export function encodeWav({ samples, sampleRate }: Pcm): Uint8Array {
  const header = wavHeader({ sampleRate, dataBytes: samples.byteLength });
  return Buffer.concat([header, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)]);
}

/** Where samples are, and how they are written. */
interface Data {
  readonly format: Format;
  readonly dataStart: number;
  readonly dataBytes: number;
  /** Where the header of another file begins behind them. */
  readonly next: number | undefined;
}

function readChunks(bytes: Uint8Array, view: DataView): Data {
  let format: Format | undefined;
  let longSize: number | undefined;
  for (let at = 12; at + 8 <= bytes.byteLength;) {
    const name = ascii(bytes, at, at + 4);
    const size = view.getUint32(at + 4, true);
    const start = at + 8;
    if (name === 'data') {
      if (!format) throw failure('The WAV file has no format chunk before its samples.');
      return dataAt(bytes, view, start, { format, declared: { size, longSize } });
    }
    if (start + size > bytes.byteLength) break;
    if (name === 'ds64' && size >= 16) longSize = Number(view.getBigUint64(start + 8, true));
    if (name === 'fmt ' && size >= 16) format = readFormat(view, start, size);
    at = chunkAfter(bytes, view, start + size, size);
  }
  throw failure('The WAV file is cut off before its samples.');
}

function dataAt(
  bytes: Uint8Array,
  view: DataView,
  dataStart: number,
  { format, declared }: { readonly format: Format; readonly declared: DeclaredSize },
): Data {
  const next = fileStart(bytes, dataStart);
  const own = (next ?? bytes.byteLength) - dataStart;
  const dataBytes = dataLength({ whole: bytes.byteLength - dataStart, own }, declared);
  const after = chunkAfter(bytes, view, dataStart + dataBytes, dataBytes);
  // Some servers write the size of their first piece, and send more.
  const endsEarly = dataStart + own - after >= chunkHeaderBytes && !isChunk(bytes, view, after);
  return { format, dataStart, dataBytes: endsEarly ? own : dataBytes, next };
}

/** Returns where the next chunk begins: some writers do not pad those that have an odd length. */
function chunkAfter(bytes: Uint8Array, view: DataView, end: number, size: number): number {
  return size % 2 === 0 || isChunk(bytes, view, end) ? end : end + 1;
}

function isChunk(bytes: Uint8Array, view: DataView, at: number): boolean {
  if (at + 8 > bytes.byteLength) return false;
  const name = ascii(bytes, at, at + 4);
  return (
    name === 'data' || (/^[A-Za-z][\w ]{3}$/u.test(name) && at + 8 + view.getUint32(at + 4, true) <= bytes.byteLength)
  );
}

interface DeclaredSize {
  readonly size: number;
  readonly longSize: number | undefined;
}

/** Bytes from the first sample on: to the end, and to the header of another file. */
interface AvailableSize {
  readonly whole: number;
  readonly own: number;
}

function dataLength({ whole, own }: AvailableSize, { size, longSize }: DeclaredSize): number {
  const declared = size === 0xffffffff && longSize !== undefined ? longSize : size;
  // Writers that cannot seek leave 0 or a placeholder. The samples then go to the end of the file, or to the next one.
  if (declared === 0 || (longSize === undefined && declared >= placeholderSize)) return own;
  if (declared > whole) {
    throw failure(`The WAV file is cut off: ${whole} of ${declared} bytes of audio arrived.`);
  }
  if (declared > own) throw failure('The WAV file has a file inside the samples of another.');
  return declared;
}

function readFormat(view: DataView, start: number, size: number): Format {
  const tag = view.getUint16(start, true);
  const format: Format = {
    tag: tag === extensibleTag && size >= 26 ? view.getUint16(start + 24, true) : tag,
    channels: view.getUint16(start + 2, true),
    sampleRate: view.getUint32(start + 4, true),
    bits: view.getUint16(start + 14, true),
  };
  if (!isBetween(format.channels, 1, 8) || !isBetween(format.sampleRate, 4000, 384_000)) {
    throw failure(`Unsupported WAV file: ${format.channels} channels at ${format.sampleRate} Hz.`);
  }
  return format;
}

function isBetween(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

/** Reads one sample at a byte position, scaled to 16 bit. */
function sampleReader(view: DataView, format: Format): (at: number) => number {
  switch (`${format.tag}/${format.bits}`) {
    case `${pcmTag}/8`:
      return (at) => (view.getUint8(at) - 128) * 256;
    case `${pcmTag}/16`:
      return (at) => view.getInt16(at, true);
    case `${pcmTag}/24`:
      return (at) => view.getInt16(at + 1, true) + view.getUint8(at) / 256;
    case `${pcmTag}/32`:
      return (at) => view.getInt32(at, true) / 65_536;
    case `${floatTag}/32`:
      return (at) => inRange(view.getFloat32(at, true)) * 32_767;
    case `${floatTag}/64`:
      return (at) => inRange(view.getFloat64(at, true)) * 32_767;
    default:
      throw new AudiobookError(
        'provider-failed',
        `Unsupported WAV encoding ${format.tag} with ${format.bits} bits; expected PCM or float samples.`,
      );
  }
}

function inRange(sample: number): number {
  if (!Number.isFinite(sample)) return 0;
  if (Math.abs(sample) <= maxOverload) return sample;
  throw failure(`The WAV file has samples of ${Math.round(Math.abs(sample))} times full scale.`);
}

function contentKind(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) return 'an empty response';
  const start = ascii(bytes, 0, 200).trim();
  if (/^[[{]/u.test(start)) return `JSON: ${printable(start)}`;
  if (start.startsWith('<')) return `a web page: ${printable(start)}`;
  return fileFormat(bytes) ?? `${bytes.byteLength} bytes of something else`;
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to);
}

function printable(text: string): string {
  return text.replaceAll(/[^ -~]+/gu, ' ');
}

function failure(message: string): AudiobookError {
  return new AudiobookError('provider-failed', message, { retryable: true });
}
