import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/core/book.ts';
import { applyOperations, usableOperations } from '../../../src/narration/direction/apply-operations.ts';
import type { Operation } from '../../../src/narration/direction/operation.ts';
import { readScript } from '../../../src/narration/script/read-script.ts';
import { blocksToScript, scriptToBlocks } from '../../../src/narration/script/script-text.ts';
import { randomBlocks, randomOperation } from '../../helpers/random-operations.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';

const paragraph = (text: string): Block => ({ kind: 'paragraph', text, document: 'd' });

const text = '“Never again,” she said. He had come on 3 May 1911 [4].';
const blocks = [paragraph(text), paragraph('~ 4 boats came.')];
const script = `${text}
~ “Never again,” Ines, whispered (whispering, afraid)
~ pause 0.8 after “she said.”
~ say “3 May 1911” as “the third of May nineteen eleven”
~ skip “[4]”

\\~ 4 boats came.`;

const operations: readonly Operation[] = [
  { block: 0, from: 0, to: 14, kind: 'who', name: 'Ines' },
  { block: 0, from: 0, to: 14, kind: 'how', delivery: { manner: 'whispered', words: 'whispering, afraid' } },
  { block: 0, from: 15, to: 24, kind: 'pause', seconds: 0.8 },
  { block: 0, from: 40, to: 50, kind: 'say', words: 'the third of May nineteen eleven' },
  { block: 0, from: 51, to: 54, kind: 'skip' },
];

function sorted(list: readonly Operation[]): string[] {
  return list
    .map(({ block, from, to, ...more }) => {
      const fields = Object.entries(more).toSorted(([one], [other]) => one.localeCompare(other));
      return JSON.stringify([block, from, to, fields]);
    })
    .toSorted();
}

describe('a script with directions', () => {
  it('has them in lines under each paragraph, and is read back', () => {
    expect(blocksToScript(blocks, operations)).toBe(script);
    expect(readScript(script, { source: blocks })).toEqual({ blocks, operations });
    expect(readScript(script, { source: blocks }).blocks).toBe(blocks);
  });

  it('is read back exactly, whatever it names, and has the words of the book without them', () => {
    const random = seededRandom(3);
    for (let run = 0; run < 600; run += 1) {
      const book = randomBlocks(random);
      const wished = Array.from({ length: 8 }, () => randomOperation(book, random));
      const used = usableOperations(book, wished);
      const written = blocksToScript(book, used);
      const read = readScript(written, { source: book });
      expect([read.blocks, sorted(read.operations)]).toEqual([book, sorted(used)]);
      const bare = written.replaceAll(/^~.*\n?/gmu, '');
      expect(scriptToBlocks(bare, 'd').map((block) => block.text)).toEqual(book.map((block) => block.text));
      expect(readScript(bare, { source: book })).toEqual({ blocks: book, operations: [] });
    }
  });

  it('names a passage by its first and last words, and counts equal ones', () => {
    const long = 'No. She had never in her whole life seen a harbour so still, nor so many boats in it. No.';
    const named = (from: number, to: number): string =>
      blocksToScript([paragraph(long)], [{ block: 0, from, to, kind: 'how', delivery: { manner: 'sad' } }]).split(
        '\n',
      )[1] ?? '';
    expect(named(4, 85)).toBe('~ “She had never … in it.” sad');
    expect(named(0, 3)).toBe('~ “No.” sad');
    expect(named(86, 89)).toBe('~ “No.” #2 sad');
  });

  it('keeps what is not edited, and reads what a person writes', () => {
    const book = [paragraph('One came.'), paragraph('Two came.'), { ...paragraph('Three came.'), elementId: 'x' }];
    const edited =
      'One came.\r\n\r\nTwo of them\ncame.\r\n~ “of them” Ines\r\n\r\nThree came.\n~ “Three came.” narrator, sad\n~tell as “The third.”';
    const read = readScript(edited, { source: book });
    expect(read.blocks).toEqual([book[0], paragraph('Two of them came.'), book[2]]);
    expect(read.blocks[2]).toBe(book[2]);
    expect(applyOperations(read.blocks, read.operations).map((block) => block.text)).toEqual([
      'One came.',
      'Two of them came.',
      'The third.',
    ]);
    expect(read.operations[1]).toEqual({ block: 2, from: 0, to: 11, kind: 'who', name: undefined });
  });

  it.each([
    ['~ pause x', 'expected the seconds and the passage: pause 0.8 after “she said.”'],
    ['~ pause 40 after “she”', 'expected a pause of 0.1 to 10 seconds'],
    ['~ skip “[5]”', 'the paragraph above does not have “[5]”'],
    ['~ say “[4]” so', 'expected'],
    ['~ “she said.” Ines, bored', 'expected a name, or one of neutral, whispered'],
    ['~ Ines', 'expected a passage with a name or a manner'],
    ['~', 'expected'],
  ])('names the wrong line %j with its number', (line, problem) => {
    const wrong = `# One\n\n${text}\n~ skip “[4]”\n${line}`;
    const read = (): unknown => readScript(wrong, { source: [], firstLine: 10, file: 'a.md' });
    expect(read).toThrow(`a.md: Line 14: "${line}": `);
    expect(read).toThrow(problem);
  });
});
