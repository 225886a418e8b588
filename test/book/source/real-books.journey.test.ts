import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { PlacedDocument, SpokenBlock } from '../../../src/core/placed-text.ts';
import { rawText } from '../../../src/book/epub/markup/markup-tree.ts';
import { parseContent } from '../../../src/book/epub/markup/parse-markup.ts';
import { decodeText } from '../../../src/book/epub/package/decode-text.ts';
import { openArchive } from '../../../src/book/epub/package/open-archive.ts';
import { placeText } from '../../../src/book/epub/source/place-text.ts';
import { editableText } from '../../../src/book/epub/rewrite/editable-text.ts';
import { spanEdits } from '../../../src/book/epub/rewrite/heard-document.ts';
import { readBook } from '../../../src/book/read-book.ts';
import { limitsOf } from '../../../src/book/read-limits.ts';
import { sentenceEnds } from '../../../src/text/split-sentences.ts';
import { realEpubs } from '../../helpers/real-books.ts';

const limits = limitsOf({});

/** Returns the blocks of a book with their sentences. */
async function spokenBlocks(file: string, signal: AbortSignal): Promise<SpokenBlock[]> {
  const { chapters, metadata } = await readBook(file, { keepsSource: true, signal });
  return chapters
    .flatMap(({ blocks }) => blocks)
    .map(({ text, source = [] }) => {
      const ends = text === '' ? [] : [...sentenceEnds(text, metadata.language), text.length];
      return { text, source, sentences: ends.flatMap((to, index) => [ends[index - 1] ?? 0, to]) };
    });
}

/** Returns the bytes of a spliced document without the elements that were added, which it parses as XML. */
function withoutSpans(bytes: Buffer, { idPrefix }: PlacedDocument): Buffer {
  const added = new RegExp(`^${idPrefix}\\d+$`, 'u');
  const open: boolean[] = [];
  const tags: { readonly from: number; readonly to: number }[] = [];
  const text = bytes.toString('latin1');
  const drop = (): unknown =>
    tags.push({ from: text.lastIndexOf('<', parser.endIndex), to: text.indexOf('>', parser.endIndex) + 1 });
  const parser: Parser = new Parser(
    {
      onopentag(name, { id = '' }) {
        const isAdded = name.endsWith('span') && added.test(id);
        open.push(isAdded);
        if (isAdded) drop();
      },
      onclosetag() {
        if (open.pop()) drop();
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  const kept = tags.map(({ from }, index) => bytes.subarray(tags[index - 1]?.to ?? 0, from));
  return Buffer.concat([...kept, bytes.subarray(tags.at(-1)?.to ?? 0)]);
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Reports whether all characters of a text are in another one, in order. */
function isWithin(text: string, whole: string): boolean {
  let at = 0;
  for (const character of text) {
    at = whole.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

describe('placeText and spanEdits', () => {
  it.each(realEpubs)('find every sentence of $name and change nothing else', async ({ file }) => {
    const { signal } = new AbortController();
    const blocks = await spokenBlocks(file, signal);
    const { documents, unplaced } = await placeText(file, blocks, { signal });
    const sentences = blocks.flatMap(({ text, source, sentences: ranges }) =>
      ranges.flatMap((to, index) => (index % 2 === 0 ? [] : [{ spoken: text.slice(ranges[index - 1], to), source }])),
    );
    const generated = unplaced.filter(({ sentence }) => sentences[sentence]?.source.length === 0);
    expect(unplaced.filter(({ reason }) => reason !== 'generated')).toEqual([]);
    expect(unplaced.length - generated.length).toBeLessThan(blocks.length / 50);

    await using archive = await openArchive(file, limits);
    const shown = new Map<number, string>();
    for (const document of documents) {
      const source = await archive.read(document.path, limits.documentBytes);
      const text = editableText(source, document.encoding);
      const bytes = text.apply(spanEdits(text, document));
      const ids = bytes.toString('latin1').match(new RegExp(`(?<= id=")${document.idPrefix}\\d+(?=")`, 'gu')) ?? [];
      expect(withoutSpans(bytes, document).equals(source)).toBe(true);
      expect(ids).toHaveLength(document.spans.length);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { sentence, start, end } of document.spans) {
        const said = parseContent(decodeText(source.subarray(start, end)), limits)
          .children.map((child) => rawText(child))
          .join('');
        shown.set(sentence, (shown.get(sentence) ?? '') + said);
      }
    }
    const lost = sentences.flatMap(({ spoken }, sentence) => {
      const whole = shown.get(sentence);
      return whole === undefined || isWithin(lettersOf(spoken), lettersOf(whole)) ? [] : [{ spoken, whole }];
    });
    expect(lost).toEqual([]);
  });
});
