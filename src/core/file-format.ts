/** Signatures of file formats: the name, the bytes as Latin-1, and where they are. */
const signatures: readonly (readonly [name: string, signature: string, offset?: number])[] = [
  ['WAV', 'WAVE', 8],
  ['RIFF', 'RIFF'],
  ['AIFF', 'FORM'],
  ['FLAC', 'fLaC'],
  ['Ogg', 'OggS'],
  ['MP3', 'ID3'],
  ['AU', '.snd'],
  ['CAF', 'caff'],
  ['AMR', '#!AMR'],
  ['MP4', 'ftyp', 4],
  ['WebM', '\u001AE\u00DF\u00A3'],
  ['ZIP', 'PK\u0003\u0004'],
  ['gzip', '\u001F\u008B\u0008'],
  ['PDF', '%PDF'],
];

/**
 * Returns the name of the file format that bytes begin like: `WAV`, `AIFF`, `FLAC`, `Ogg`, `MP3`, `AAC`, … or undefined. Raw
 * samples have none: they do not begin like a file, and two frame headers at the right distance are not found in them.
 */
export function fileFormat(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const found = signatures.find(([, signature, offset = 0]) => start.startsWith(signature, offset));
  return found?.[0] ?? frameFormat(bytes);
}

/** A frame that the next one follows, or the end, is not a coincidence. */
function frameFormat(bytes: Uint8Array): string | undefined {
  const first = mpegFrame(bytes, 0);
  if (!first || first.length > bytes.length) return undefined;
  const isLast = first.length === bytes.length;
  return isLast || mpegFrame(bytes, first.length)?.format === first.format ? first.format : undefined;
}

/** A frame of MP3 (ISO 11172-3, 2.4.1.3) or of AAC in ADTS (ISO 13818-7, 6.2). */
export interface MpegFrame {
  readonly format: 'MP3' | 'AAC';
  /** In bytes, with the header. */
  readonly length: number;
}

/** Bitrates of each version of MP3 in kilobits, in the order of the frame header (ISO 11172-3, ISO 13818-3; MPEG 2.5 as in LAME). */
export const mp3Bitrates: Readonly<Record<'mpeg1' | 'mpeg2' | 'mpeg25', readonly number[]>> = {
  mpeg1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  mpeg25: [8, 16, 24, 32, 40, 48, 56, 64],
};

/** Sample rates of each version, in the order of the frame header. */
export const mp3SampleRates: Readonly<Record<keyof typeof mp3Bitrates, readonly number[]>> = {
  mpeg1: [44_100, 48_000, 32_000],
  mpeg2: [22_050, 24_000, 16_000],
  mpeg25: [11_025, 12_000, 8000],
};

/** Bytes of an ADTS header without its checksum. */
export const adtsHeaderBytes = 7;

/** Returns the frame whose header begins at a place, of which the bytes may have only that; undefined where none begins. */
export function mpegFrame(bytes: Uint8Array, at: number): MpegFrame | undefined {
  const [sync = 0, kind = 0] = bytes.subarray(at, at + 2);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0) return undefined;
  // The two bits of the layer: 0 in AAC (ADTS), 1 in MP3.
  const layer = (kind >> 1) & 3;
  if (layer === 0) return (kind & 0xf0) === 0xf0 ? aacFrame(bytes, at) : undefined;
  return layer === 1 ? mp3Frame(bytes, at) : undefined;
}

/** Returns the samples of a frame of MP3 (layer III): two granules above 24 kHz, one below. */
export function mp3FrameSamples(sampleRate: number): number {
  return mp3SampleRates.mpeg1.includes(sampleRate) ? 1152 : 576;
}

function aacFrame(bytes: Uint8Array, at: number): MpegFrame | undefined {
  const [b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at + 3, at + 6);
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  return length > adtsHeaderBytes ? { format: 'AAC', length } : undefined;
}

/** Versions by the two bits of the header. */
const versions = ['mpeg25', undefined, 'mpeg2', 'mpeg1'] as const;

function mp3Frame(bytes: Uint8Array, at: number): MpegFrame | undefined {
  const [, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  const version = versions[(kind >> 3) & 3];
  // Encoders other than LAME have all bitrates in MPEG 2.5, too.
  const bitrate = version && mp3Bitrates[version === 'mpeg25' ? 'mpeg2' : version][(rates >> 4) - 1];
  const sampleRate = version && mp3SampleRates[version][(rates >> 2) & 3];
  if (bitrate === undefined || sampleRate === undefined) return undefined;
  const bytesOfSound = Math.floor(((mp3FrameSamples(sampleRate) / 8) * bitrate * 1000) / sampleRate);
  return { format: 'MP3', length: bytesOfSound + ((rates >> 1) & 1) };
}
