import { mpegFrame } from './mpeg-frame.ts';

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
