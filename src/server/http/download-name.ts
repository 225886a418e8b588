/** `Content-Disposition` for a download: an ASCII name for old clients, the whole name as RFC 5987 has it. */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7E]+/gu, '_')
    // What stands for a separator or a quotation mark in another alphabet is one here.
    .replaceAll(/["\\%/:*?<>|]|^\./gu, '_');
  if (ascii === name) return `attachment; filename="${name}"`;
  // RFC 5987 leaves fewer characters bare than encodeURIComponent does.
  const encoded = encodeURIComponent(name).replaceAll(/['()*!]/gu, percent);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function percent(character: string): string {
  return `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
}
