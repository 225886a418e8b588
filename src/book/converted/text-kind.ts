import { decodeText } from '../epub/package/decode-text.ts';

/** Kinds of books that are texts. */
export type TextKind = 'fictionbook' | 'opendocument' | 'html' | 'markdown' | 'text';

/** Recognizes FictionBook, OpenDocument and HTML by their start. Markdown differs from plain text only by its name. */
export function textKind(bytes: Uint8Array, file: string): TextKind {
  const start = decodeText(bytes.subarray(0, startBytes));
  if (fictionBook.test(start)) return 'fictionbook';
  if (openDocument.test(start)) return 'opendocument';
  if (html.test(start)) return 'html';
  return markdownNames.test(file) ? 'markdown' : 'text';
}

const startBytes = 8192;

/** Comments and declarations can come before the first element. */
const html = /^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]/iu;
const fictionBook = /^\s*<\?xml[\s\S]*<FictionBook[\s>]|^\s*<FictionBook[\s>]/u;
const openDocument = /<office:document\s[^>]*opendocument\.text/u;
const markdownNames = /\.(?:md|markdown|mdown|mkdn?|mdwn)$/iu;
