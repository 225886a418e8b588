/** A book's title as a file name that every system takes: no separators, no control characters, not too long. */
export function fileNameFrom(text: string, fallback = 'audiobook'): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, keepsEmojiWhole)
    .replaceAll(/[/\\:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[.\s]+/u, '');
  return cut(plain).replace(/[.\s]+$/u, '') || fallback;
}

/** `Content-Disposition` for a download: an ASCII name for old clients, the whole name as RFC 5987 has it. */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7E]+/gu, '_')
    .replaceAll(/["\\%]/gu, '_');
  if (ascii === name) return `attachment; filename="${name}"`;
  // RFC 5987 leaves fewer characters bare than encodeURIComponent does.
  const encoded = encodeURIComponent(name).replaceAll(/['()*!]/gu, percent);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Most file systems take names of 255 bytes; this leaves room for numbers and endings. */
const mostBytes = 180;

function cut(text: string): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, mostBytes))) {
    if (Buffer.byteLength(kept + segment) > mostBytes) break;
    kept += segment;
  }
  return kept;
}

/** A zero-width joiner is part of an emoji; everything else that cannot be seen goes. */
function keepsEmojiWhole(character: string): string {
  if (character === '\u200D') return character;
  return /\s/u.test(character) ? ' ' : '';
}

function percent(character: string): string {
  return `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
}
