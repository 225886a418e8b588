/** Returns the media type by the first bytes, or undefined when they are not an image. */
export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1');
  if (start.startsWith('\xFF\xD8\xFF')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1A\n')) return 'image/png';
  if (/^GIF8[79]a/u.test(start)) return 'image/gif';
  if (/^RIFF[\s\S]{4}WEBP/u.test(start)) return 'image/webp';
  if (/^[\s\S]{4}ftypavi[fs]/u.test(start)) return 'image/avif';
  return /^(?:\xEF\xBB\xBF)?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)/u.test(start) &&
    /<svg[\s>]/u.test(Buffer.from(bytes.subarray(0, 8192)).toString('latin1'))
    ? 'image/svg+xml'
    : undefined;
}
