import { AudiobookError } from '../../core/errors.ts';
import { chooseLanguage } from '../language/choose-language.ts';
import type { ChosenLanguage } from '../language/choose-language.ts';
import type { ReadLimits } from '../read-limits.ts';
import { isElement, localName } from './markup/markup-tree.ts';
import type { Parent } from './markup/markup-tree.ts';
import { parseContent } from './markup/parse-markup.ts';
import { decodeText } from './package/decode-text.ts';
import type { Archive } from './package/open-archive.ts';

/** Characters of text, enough to detect the language. */
const sampleLength = 20_000;
/** Documents that are read for the text: each of them is parsed once more than it is read. */
const maxDocuments = 20;
/** Characters of a document that are searched for text. */
const searchedLength = 100_000;

/**
 * Chooses the language of a book whose documents have not been read yet, by what it declares and by the text of some of its
 * documents without formulas and programs. `names` are those of the documents in the archive.
 */
export async function languageOfSpine(
  archive: Archive,
  names: readonly string[],
  declared: readonly string[],
  limits: ReadLimits,
): Promise<ChosenLanguage> {
  const step = Math.max(1, Math.ceil(names.length / maxDocuments));
  const sampled = names.filter((_, index) => index % step === 0);
  const share = Math.ceil(sampleLength / Math.max(1, sampled.length));
  let sample = '';
  for (const name of sampled) sample += `${await startOfText(archive, name, share, limits)}\n`;
  return await chooseLanguage(declared, sample);
}

/** A document that cannot be read has no text. */
async function startOfText(archive: Archive, name: string, length: number, limits: ReadLimits): Promise<string> {
  try {
    const source = decodeText(await archive.read(name, limits.documentBytes));
    return textIn(parseContent(source.slice(0, searchedLength), limits), length);
  } catch (error) {
    if (error instanceof AudiobookError) return '';
    throw error;
  }
}

function textIn(parent: Parent, length: number): string {
  let text = '';
  for (const child of parent.children) {
    if (text.length >= length) break;
    if (!isElement(child)) text += child;
    else if (!notText.has(localName(child))) text += `${textIn(child, length - text.length)} `;
  }
  return text.slice(0, length);
}

const notText: ReadonlySet<string> = new Set(['head', 'math', 'svg', 'pre', 'code', 'samp', 'kbd', 'script', 'style']);
