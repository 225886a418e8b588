import { AudiobookError } from '../../core/errors.ts';
import { lexiconLimits } from './lexicon-limits.ts';
import type { LexiconEntry } from './lexicon-entry.ts';
import { parsePls } from './parse-pls.ts';
import { parseYamlLexicon } from './parse-yaml-lexicon.ts';

/**
 * Returns the entries of a lexicon: YAML, or W3C PLS when the text begins as XML. `name` is its file's name, for errors.
 * Throws `bad-value` with the line.
 */
export async function parseLexicon(text: string, name: string): Promise<readonly LexiconEntry[]> {
  const { bytes, entries: maxEntries, patterns: maxPatterns } = lexiconLimits;
  if (Buffer.byteLength(text) > bytes) throw tooLarge(name, `${bytes / 1e6} MB`);
  const content = text.replace(/^\uFEFF/u, '');
  if (nesting(content) > maxNesting) throw tooLarge(name, `${maxNesting} brackets in brackets`);
  const entries = /^\s*</u.test(content) ? parsePls(content, name) : await parseYamlLexicon(content, name);
  if (entries.length > maxEntries) throw tooLarge(name, `${maxEntries} entries`);
  if (entries.filter(({ pattern }) => pattern).length > maxPatterns) throw tooLarge(name, `${maxPatterns} patterns`);
  return entries;
}

/** The parser of YAML takes seconds for a file of brackets alone. */
const maxNesting = 1000;

/** Returns how deep brackets are nested at most. Those in words and patterns count, too. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/gu)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function tooLarge(name: string, limit: string): AudiobookError {
  return new AudiobookError('bad-value', `The lexicon ${name} is too large. The limit is ${limit}.`);
}
