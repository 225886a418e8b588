import type { Block, BlockKind } from '../../core/book.ts';
import { endsSentence } from '../../text/ends-sentence.ts';

/** Prefixes of blocks in a script file. Other kinds are plain paragraphs. */
const markedKinds: readonly (readonly [BlockKind, string])[] = [
  ['quotation', '> '],
  ['list-item', '- '],
  ['verse', '| '],
  ['speaker', '@ '],
];
const marks: ReadonlyMap<BlockKind, string> = new Map(markedKinds);
const sceneBreak = '* * *';
const looksLikeMark = /^(?:#{1,6} |> |- |@ |\| |\* \* \*|\\|(?:host|guest):)/iu;
/** The label of a speaker before a paragraph of a podcast with two hosts. */
const speakerLabel = /^(host|guest):\s*/iu;

/**
 * Returns blocks as editable text: paragraphs with an empty line between them, `#` before a heading, `HOST:` or `GUEST:` before
 * what these say.
 */
export function blocksToScript(blocks: readonly Block[]): string {
  return blocks.map(blockText).join('\n\n');
}

/** Returns the blocks of a script. `document` becomes the document of each block. */
export function scriptToBlocks(script: string, document: string): Block[] {
  return script
    .replaceAll('\r\n', '\n')
    .split(/\n[^\S\n]*\n/u)
    .flatMap((part) => blocksOf(part.trim(), document))
    .filter(({ kind, text }) => text !== '' || kind === 'scene-break');
}

function blockText({ kind, text, role, level = 1 }: Block): string {
  if (kind === 'scene-break') return sceneBreak;
  if (kind === 'heading') return `${'#'.repeat(level)} ${text}`;
  const mark = marks.get(kind);
  if (mark !== undefined) return text.replaceAll(/^/gmu, mark);
  if (role === 'host' || role === 'guest') return `${role.toUpperCase()}: ${text}`;
  return looksLikeMark.test(text) ? `\\${text}` : text;
}

/**
 * A heading, list item or line of verse that ends a sentence ends with its line. Any other line continues on the next one.
 */
function blocksOf(part: string, document: string): Block[] {
  const blocks: Block[] = [];
  for (const line of part.split('\n').map((each) => each.trim())) {
    const last = blocks.at(-1);
    const block = blockOf(line, document);
    const joint = last === undefined ? undefined : jointOf(last, block, line);
    if (last !== undefined && joint !== undefined)
      blocks[blocks.length - 1] = { ...last, text: `${last.text}${joint}${block.text}`.trim() };
    // A label may stand alone, before the line that it is for.
    else if (block.text !== '' || block.kind === 'scene-break' || block.role !== undefined) blocks.push(block);
  }
  return blocks;
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
