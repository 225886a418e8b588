import { escapeMarkup } from '../../core/strings/escape-xml.ts';

/** Writes a picture as XHTML. `source` is its path in the file, or what else it is found by there; without one it is not shown. */
export function pictureMarkup(alt: string, source?: string): string {
  const path = source?.split('/').map(encodeURIComponent).join('/') ?? '';
  return `<img alt="${escapeMarkup(alt)}"${path === '' ? '' : ` src="${path}"`}/>`;
}
