import { open } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, systemCode } from '../../core/errors.ts';
import { cleanText } from '../../text/clean-text.ts';
import { createLexicon } from '../../text/lexicon/lexicon.ts';
import type { Lexicon } from '../../text/lexicon/lexicon.ts';
import { lexiconLimits } from '../../text/lexicon/lexicon-limits.ts';

/** A sentence or words of a book that are said differently there. */
export interface Correction {
  /** The text of the book. */
  readonly text: string;
  /** What is said instead; empty where nothing is. */
  readonly say: string;
  /** Whether the text is a whole sentence, and left as it is inside of another one. Default: it is changed wherever these words come. */
  readonly isWhole?: boolean | undefined;
}

/** A lexicon in a file of this machine, the text of one that a caller of the service sent, or what was corrected in a book. */
export type LexiconSource =
  | { readonly file: string }
  | { readonly text: string }
  | { readonly corrections: readonly Correction[] };

/** Returns the entries of all sources as one lexicon, or undefined without a source. Throws `file-not-found` and `bad-value`. */
export async function loadLexicon(sources: readonly LexiconSource[] = []): Promise<Lexicon | undefined> {
  if (sources.length === 0) return undefined;
  const { parseLexicon } = await import('../../text/lexicon/parse-lexicon.ts');
  const entries = [];
  for (const source of sources) {
    if ('corrections' in source) {
      // As a segment has it.
      entries.push(...source.corrections.map(({ text, ...entry }) => ({ written: cleanText(text), ...entry })));
    } else if ('file' in source) {
      entries.push(...(await parseLexicon(await readLexicon(source.file), path.basename(source.file))));
    } else entries.push(...(await parseLexicon(source.text, 'lexicon')));
  }
  return createLexicon(entries);
}

/** Reads no more than the limit, whatever the file: it may be a device. Throws `file-not-found` and `bad-value`. */
async function readLexicon(file: string): Promise<string> {
  try {
    await using handle = await open(file);
    const buffer = Buffer.alloc(lexiconLimits.bytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = (await handle.read(buffer, length)).bytesRead;
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, length));
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: string, cause: unknown): AudiobookError {
  if (systemCode(cause) === 'ENOENT') {
    return new AudiobookError('file-not-found', `The lexicon ${file} does not exist.`, { cause });
  }
  const reason = cause instanceof TypeError ? 'it is not UTF-8 text' : systemCode(cause);
  return new AudiobookError('bad-value', `The lexicon ${file} cannot be read: ${reason}.`, { cause });
}
