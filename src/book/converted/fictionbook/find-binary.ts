/** Returns the bytes of the image with an id; undefined when the book does not have it. */
export function findBinary(bytes: Buffer, id: string): Uint8Array | undefined {
  for (let start = bytes.indexOf(opening); start !== -1; start = bytes.indexOf(opening, start + opening.length)) {
    const tagEnd = bytes.indexOf('>', start);
    if (tagEnd === -1) return undefined;
    const tag = bytes.toString('utf8', start, Math.min(tagEnd, start + maxTagLength));
    if (/\sid\s*=\s*["']([^"']*)["']/u.exec(tag)?.[1] !== id) continue;
    const end = bytes.indexOf('</', tagEnd);
    return Buffer.from(bytes.toString('latin1', tagEnd + 1, end === -1 ? bytes.length : end), 'base64');
  }
  return undefined;
}

const opening = '<binary';
const maxTagLength = 1000;
