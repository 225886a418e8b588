import { Parser } from 'htmlparser2';

/** Returns a text in which the names and numbers of characters (`&eacute;`, `&#233;`) are the characters, as HTML reads them. */
export function decodeReferences(text: string): string {
  let decoded = '';
  const parser = new Parser({ ontext: (part) => (decoded += part) }, { decodeEntities: true });
  parser.end(text.replaceAll('<', '&lt;'));
  return decoded;
}
