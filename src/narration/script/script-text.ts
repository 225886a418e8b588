import type { Block, BlockKind } from '../../core/book.ts';
import { endsSentence } from '../../text/ends-sentence.ts';
import type { Operation } from '../direction/operation.ts';
import { directionLines } from './direction-lines.ts';

/** Prefixes of blocks in a script file. Other kinds are plain paragraphs. */
const markedKinds: readonly (readonly [BlockKind, string])[] = [
  ['quotation', '> '],
  ['list-item', '- '],
  ['verse', '| '],
  ['speaker', '@ '],
];
const marks: ReadonlyMap<BlockKind, string> = new Map(markedKinds);
const sceneBreak = '* * *';
const looksLikeMark = /^(?:#{1,6} |> |- |@ |~|\| |\* \* \*|\\|(?:host|guest):)/iu;
/** The label of a speaker before a paragraph of a podcast with two hosts. */
const speakerLabel = /^(host|guest):\s*/iu;

/**
 * Returns blocks as editable text: paragraphs with an empty line between them, `#` before a heading, `HOST:` or `GUEST:` before
 * what these say, and under each paragraph lines that begin with `~` and say how it is spoken.
 */
export function blocksToScript(blocks: readonly Block[], operations: readonly Operation[] = []): string {
  return blocks
    .map((block, index) => {
      const own = operations.filter((operation) => operation.block === index);
      return [scriptOf(block), ...directionLines(block.text, own)].join('\n');
    })
    .join('\n\n');
}

/** A line of a script that says how the block above it is spoken. */
export interface DirectionLine {
  /** Counted from 1. */
  readonly number: number;
  readonly line: string;
}

/** A block of a script and the lines under it that begin with `~`. */
export interface ScriptBlock {
  readonly block: Block;
  readonly directions: readonly DirectionLine[];
}

/** Returns the blocks of a script, without what says how they are spoken. `document` becomes the document of each block. */
export function scriptToBlocks(script: string, document: string): Block[] {
  return scriptBlocks(script, document).map(({ block }) => block);
}

/**
 * Returns the blocks of a script with the lines under them. Those above all text are with the first block. A heading, list item or
 * line of verse that ends a sentence ends with its line. Any other line continues on the next one.
 */
export function scriptBlocks(script: string, document: string): ScriptBlock[] {
  const blocks: OpenBlock[] = [];
  const early: DirectionLine[] = [];
  let isNew = true;
  for (const [index, given] of script.split(/\r?\n/u).entries()) {
    const line = given.trim();
    if (line.startsWith('~')) (blocks.at(-1)?.directions ?? early).push({ number: index + 1, line });
    else if (line !== '') addLine(line, blocks, { document, isNew });
    if (!line.startsWith('~')) isNew = line === '';
  }
  const spoken = blocks.filter(({ block: { kind, text } }) => text !== '' || kind === 'scene-break');
  spoken[0]?.directions.unshift(...early);
  return spoken;
}

/** A block that further lines may be added to. */
interface OpenBlock {
  block: Block;
  readonly directions: DirectionLine[];
}

/** Adds a line to the last block where it continues that one, otherwise as a block of its own. */
function addLine(
  line: string,
  blocks: OpenBlock[],
  { document, isNew }: { readonly document: string; readonly isNew: boolean },
): void {
  const block = blockOf(line, document);
  const last = isNew ? undefined : blocks.at(-1);
  const joint = last && jointOf(last.block, block, line);
  if (last && joint !== undefined)
    last.block = { ...last.block, text: `${last.block.text}${joint}${block.text}`.trim() };
  // A label may stand alone, before the line that it is for.
  else blocks.push({ block, directions: [] });
}

/** Returns a block as text, without a line about how it is spoken. */
export function scriptOf({ kind, text, role, level = 1 }: Block): string {
  if (kind === 'scene-break') return sceneBreak;
  if (kind === 'heading') return `${'#'.repeat(level)} ${text}`;
  const mark = marks.get(kind);
  if (mark !== undefined) return text.replaceAll(/^/gmu, mark);
  if (role === 'host' || role === 'guest') return `${role.toUpperCase()}: ${text}`;
  return looksLikeMark.test(text) ? `\\${text}` : text;
}

/** Returns what stands between two lines of one block; undefined when the second starts a block. */
function jointOf(last: Block, block: Block, line: string): string | undefined {
  if (block.kind === 'verse') return last.kind === 'verse' && !endsSentence(last.text) ? '\n' : undefined;
  const continues = block.kind === 'paragraph' && last.kind !== 'heading' && block.role === undefined;
  return continues && !line.startsWith('\\') ? ' ' : undefined;
}

function blockOf(line: string, document: string): Block {
  if (line === sceneBreak) return { kind: 'scene-break', text: '', document };
  const [, signs, title = ''] = /^(#{1,6}) (.*)$/u.exec(line) ?? [];
  if (signs !== undefined) return { kind: 'heading', level: signs.length, text: title.trim(), document };
  const marked = markedKinds.find(([, mark]) => line.startsWith(mark));
  if (marked) return { kind: marked[0], text: line.slice(marked[1].length).trim(), document };
  const [label, role] = speakerLabel.exec(line) ?? [];
  if (label !== undefined)
    return { kind: 'paragraph', text: line.slice(label.length), document, role: role?.toLowerCase() };
  return { kind: 'paragraph', text: line.replace(/^\\/u, ''), document };
}
