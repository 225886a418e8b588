import path from 'node:path';

const mediaTypes: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.m4b': 'audio/mp4',
  '.m4a': 'audio/mp4',
  '.opus': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
  '.wav': 'audio/wav',
  '.srt': 'application/x-subrip',
  '.vtt': 'text/vtt',
  '.epub': 'application/epub+zip',
  '.jpg': 'image/jpeg',
  '.zip': 'application/zip',
};

/** Returns the media type of a file by its extension. */
export function mediaTypeOf(file: string): string {
  return mediaTypes[path.extname(`a${file}`).toLowerCase()] ?? 'application/octet-stream';
}
