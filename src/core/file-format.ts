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

/** A frame header of MP3 or AAC. */
interface Frame {
  readonly format: 'MP3' | 'AAC';
  /** In bytes, with the header. */
  readonly length: number;
}

/** A frame that the next one follows, or the end, is not a coincidence. */
function frameFormat(bytes: Uint8Array): string | undefined {
  const first = readFrame(bytes, 0);
  if (!first || first.length > bytes.length) return undefined;
  const isLast = first.length === bytes.length;
  return isLast || readFrame(bytes, first.length)?.format === first.format ? first.format : undefined;
}

function readFrame(bytes: Uint8Array, at: number): Frame | undefined {
  const [sync = 0, kind = 0] = bytes.subarray(at, at + 2);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0) return undefined;
  // The two bits of the layer: 0 in AAC (ADTS), 1 in MP3.
  const layer = (kind >> 1) & 3;
  if (layer === 0) return (kind & 0xf0) === 0xf0 ? aacFrame(bytes, at) : undefined;
  return layer === 1 ? mp3Frame(bytes, at) : undefined;
}

const adtsHeader = 7;

function aacFrame(bytes: Uint8Array, at: number): Frame | undefined {
  const [b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at + 3, at + 6);
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  return length > adtsHeader ? { format: 'AAC', length } : undefined;
}

/** Bit rates in kbit/s and sample rates in Hz by their index; MPEG 2 and 2.5 have lower ones than MPEG 1. */
const bitRates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const lowBitRates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRates = [44_100, 48_000, 32_000];

function mp3Frame(bytes: Uint8Array, at: number): Frame | undefined {
  const [, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  // 3 is MPEG 1, 2 is MPEG 2, 0 is MPEG 2.5.
  const version = (kind >> 3) & 3;
  const isMpeg1 = version === 3;
  const bitRate = (isMpeg1 ? bitRates : lowBitRates)[(rates >> 4) - 1];
  const sampleRate = sampleRates[(rates >> 2) & 3];
  if (version === 1 || bitRate === undefined || sampleRate === undefined) return undefined;
  const samplesPerByte = isMpeg1 ? 144 : 72;
  const rate = sampleRate / ([4, 1, 2, 1][version] ?? 1);
  return { format: 'MP3', length: Math.floor((samplesPerByte * bitRate * 1000) / rate) + ((rates >> 1) & 1) };
}
