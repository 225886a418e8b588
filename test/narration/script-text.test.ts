import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/core/book.ts';
import { cutPieces, halvePiece, pieceText } from '../../src/narration/script/cut-pieces.ts';
import { estimateTokens } from '../../src/llm/estimate-tokens.ts';
import { blocksToScript, scriptToBlocks } from '../../src/narration/script/script-text.ts';
import { targetLanguage } from '../../src/narration/translation/target-language.ts';

const block = (kind: Block['kind'], text: string, more: Partial<Block> = {}): Block => ({
  kind,
  text,
  document: 'd',
  ...more,
});

describe('a script file', () => {
  it('holds blocks that are read back unchanged', () => {
    const blocks = [
      block('heading', 'One', { level: 1 }),
      block('paragraph', 'It began.'),
      block('paragraph', '# 4 was the number, and \\ was the sign.'),
      block('paragraph', '- he said, > nobody, * * * never'),
      block('quotation', 'To be.'),
      block('scene-break', ''),
      block('verse', 'Shall I compare thee'),
      block('verse', 'to a summer’s day?'),
      block('verse', 'So long as men can breathe,\nor eyes can see.'),
      block('speaker', 'ANNA.'),
      block('paragraph', '@ home.'),
      block('list-item', 'Salt'),
      block('heading', 'Two', { level: 3 }),
    ];
    expect(scriptToBlocks(blocksToScript(blocks), 'd')).toEqual(blocks);
  });

  it('can be edited: wrapped lines, Windows line endings, lists without empty lines', () => {
    expect(
      scriptToBlocks('# One\r\nIt\r\nbegan\r\n\r\n\r\n- Salt\n- Pepper\n  and more\n\n* * *\n\nEnd.', 'd'),
    ).toEqual([
      block('heading', 'One', { level: 1 }),
      block('paragraph', 'It began'),
      block('list-item', 'Salt'),
      block('list-item', 'Pepper and more'),
      block('scene-break', ''),
      block('paragraph', 'End.'),
    ]);
    expect(scriptToBlocks(' \n', 'd')).toEqual([]);
  });
});

function sentence(index: number): string {
  return `This is sentence number ${index} of a paragraph.`;
}

function paragraph(index: number): Block {
  return block('paragraph', `${sentence(index)} ${sentence(index + 1)} ${sentence(index + 2)}`);
}

describe('pieces', () => {
  const blocks = Array.from({ length: 40 }, (_, index) => paragraph(index * 3));

  it('are cut between paragraphs, fit, are about equal and hold everything in order', () => {
    const pieces = cutPieces(blocks, 500, 'en');
    expect(pieces.flatMap((piece) => piece.blocks)).toEqual(blocks);
    const sizes = pieces.map((piece) => estimateTokens(pieceText(piece)));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    expect(Math.min(...sizes)).toBeGreaterThan(250);
  });

  it('are cut between sentences of a long paragraph, never inside one', () => {
    const pieces = cutPieces(blocks.slice(0, 1), 20, 'en');
    expect(pieces.map(pieceText)).toEqual([0, 1, 2].map(sentence));
    expect(cutPieces(blocks.slice(0, 1), 3, 'en').map(pieceText)).toEqual([0, 1, 2].map(sentence));
  });

  it('are halved until one sentence is left', () => {
    const halves = halvePiece({ blocks: blocks.slice(0, 4) }, 'en');
    expect(halves?.map((half) => half.blocks.length)).toEqual([2, 2]);
    expect(halvePiece({ blocks: [block('paragraph', sentence(1))] }, 'en')).toBeUndefined();
  });
});

describe('a target language', () => {
  it.each([
    ['fr', 'fr', 'French'],
    ['FR', 'fr', 'French'],
    ['French', 'fr', 'French'],
    ['german ', 'de', 'German'],
    ['pt-br', 'pt-BR', 'Brazilian Portuguese'],
    ['pt_BR', 'pt-BR', 'Brazilian Portuguese'],
    ['Brazilian Portuguese', 'pt-BR', 'Brazilian Portuguese'],
    ['Simplified Chinese', 'zh-Hans', 'Simplified Chinese'],
    ['Hebrew', 'he', 'Hebrew'],
    ['ja', 'ja', 'Japanese'],
  ])('%s is %s', (value, code, name) => {
    expect(targetLanguage(value)).toEqual({ code, name });
  });

  it.each(['', 'Klingonese', 'xx', 'f', '../etc', 'french fries'])('%j is rejected', (value) => {
    expect(() => targetLanguage(value)).toThrow(expect.objectContaining({ code: 'bad-value' }));
  });
});
