import { childrenOf, findFirst, localName } from '../../epub/markup/markup-tree.ts';
import { parseXml } from '../../epub/markup/parse-markup.ts';
import type { ReadLimits } from '../../read-limits.ts';
import { tooLarge } from '../../read-limits.ts';
import type { MarkupBook } from '../markup-book.ts';
import { decodeXml } from './decode-xml.ts';
import { bodiesToMarkup } from './bodies-to-markup.ts';
import { fictionBookBytes, findBinary } from './find-binary.ts';
import { readDescription } from './read-description.ts';

/** Converts a FictionBook (FB2): its bodies, notes and cover, and what its description says. Throws `book-too-large`. */
export function readFictionBook(file: Uint8Array, limits: ReadLimits): MarkupBook {
  const bytes = fictionBookBytes(file);
  // The images follow the text and are most of the file.
  const end = bytes.lastIndexOf(bodyEnd);
  const text = end === -1 ? bytes : bytes.subarray(0, end + bodyEnd.length);
  if (text.length > limits.documentBytes) throw tooLarge('size of the text', limits.documentBytes, 'bytes');
  const root = parseXml(decodeXml(text), limits);
  const book = findFirst(root, 'fictionbook') ?? root;
  const [description] = childrenOf(book, 'description');
  const { metadata, coverId } = readDescription(description);
  return {
    documents: bodiesToMarkup(childrenOf(book).filter((element) => localName(element) === 'body')),
    metadata,
    cover: coverId === undefined ? undefined : findBinary(bytes, coverId),
  };
}

const bodyEnd = '</body>';
