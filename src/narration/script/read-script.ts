import type { Block } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { Operation } from '../direction/operation.ts';
import { readDirection } from './direction-lines.ts';
import { scriptBlocks, scriptOf } from './script-text.ts';

/** A script that was read: its text and how it is spoken. */
export interface ReadScript {
  readonly blocks: readonly Block[];
  /** Their places are those of `blocks`. */
  readonly operations: readonly Operation[];
}

/** What a script was made from, and where it stands. */
export interface ScriptPlace {
  readonly source: readonly Block[];
  /** Number of its first line in the file. Default: 1. */
  readonly firstLine?: number | undefined;
  /** Path of the file, for the message. */
  readonly file?: string | undefined;
}

/**
 * Reads a script. Paragraphs that are those of its source are the source's own blocks, because these carry more. Throws `bad-value`
 * with the number of the first line that cannot be read.
 */
export function readScript(script: string, { source, firstLine = 1, file }: ScriptPlace): ReadScript {
  const parts = scriptBlocks(script, source[0]?.document ?? '');
  const blocks = withSource(
    parts.map(({ block }) => block),
    source,
  );
  const operations = parts.flatMap(({ directions }, index) =>
    directions.flatMap(({ number, line }) => {
      const block = blocks[index];
      const read = readDirection(line.slice(1).trim(), block?.text ?? '');
      if ('operations' in read) return read.operations.map((operation): Operation => ({ ...operation, block: index }));
      const problem = `Line ${number + firstLine - 1}: "${line}": ${read.problem}.`;
      throw new AudiobookError('bad-value', file === undefined ? problem : `${file}: ${problem}`);
    }),
  );
  return { blocks, operations };
}

/** Paragraphs of the source that may have been left out before one whose words the source has several times. */
const reach = 8;

function withSource(blocks: readonly Block[], source: readonly Block[]): readonly Block[] {
  const keys = source.map(keyOf);
  let next = 0;
  const found = blocks.map((block, index) => {
    const key = keyOf(block);
    const at = keys[index] === key && index >= next ? index : keys.indexOf(key, next);
    const isFar = at >= next + reach && keys.indexOf(key) !== keys.lastIndexOf(key);
    if (at < 0 || isFar) return block;
    next = at + 1;
    return source[at] ?? block;
  });
  const isSame = found.length === source.length && found.every((block, index) => block === source[index]);
  return isSame ? source : found;
}

function keyOf(block: Block): string {
  return scriptOf(block).replaceAll(/\s+/gu, ' ').trim();
}
