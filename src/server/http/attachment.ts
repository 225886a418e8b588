import { create } from 'content-disposition';

/** Returns the `Content-Disposition` of a download: an ASCII name for old clients and the whole name by RFC 5987. */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7E]+/gu, '_')
    // Normalizing turns the separators and quotation marks of other alphabets into those of ASCII.
    .replaceAll(/["\\%/:*?<>|]|^\./gu, '_');
  return create(name, { fallback: ascii });
}
