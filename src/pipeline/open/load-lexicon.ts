import { open } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, systemCode } from '../../core/errors.ts';
import { createLexicon } from '../../text/lexicon/lexicon.ts';
import type { Lexicon } from '../../text/lexicon/lexicon.ts';
import { lexiconLimits } from '../../text/lexicon/lexicon-limits.ts';

/** A lexicon in a file of this machine, or the text of one that a caller of the service sent. */
export type LexiconSource = { readonly file: string } | { readonly text: string };

/** Returns the entries of all sources as one lexicon, or undefined without a source. Throws `file-not-found` and `bad-value`. */
export async function loadLexicon(sources: readonly LexiconSource[] = []): Promise<Lexicon | undefined> {
  if (sources.length === 0) return undefined;
  const { parseLexicon } = await import('../../text/lexicon/parse-lexicon.ts');
  const entries = [];
  for (const source of sources) {
    const text = 'file' in source ? await readLexicon(source.file) : source.text;
    entries.push(...(await parseLexicon(text, 'file' in source ? path.basename(source.file) : 'lexicon')));
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
