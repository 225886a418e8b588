import type { Block, BlockKind, Chapter } from '../../core/book.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import type { ChapterScript } from '../kept-script.ts';
import type { NarrationOptions } from '../narration.ts';
import { isTranslated } from '../new-script.ts';
import type { Translating } from '../new-script.ts';

type Spoken = Pick<ChapterScript, 'blocks' | 'operations'>;

/**
 * Returns a translated script with the text of the book before its translation, where the book is read in both: sentence by sentence
 * where a paragraph has as many in both and is not directed, otherwise by paragraphs. A heading follows its translation, which is the
 * title. Scripts on disk are translations alone, so that the same serve a run in one language.
 */
export function withOriginal<Script extends Spoken>(
  script: Script,
  { blocks: originals }: Pick<Chapter, 'blocks'>,
  { bilingual = false, ...languages }: Translating & Pick<NarrationOptions, 'bilingual'>,
): Script {
  const { translation, language } = languages;
  if (!bilingual || !translation || !isTranslated(languages)) return script;
  const pairs = pairsOf(originals, script.blocks);
  const directed = new Set(script.operations.map(({ block }) => block));
  const places = new Map<number, number>();
  const blocks: Block[] = [];
  for (const [index, block] of script.blocks.entries()) {
    const original = pairs.get(block);
    const own = { language: original?.language ?? language, target: translation.target };
    const both = original ? inBoth(original, block, { ...own, isDirected: directed.has(index) }) : [block];
    places.set(index, blocks.length + both.indexOf(block));
    blocks.push(...both);
  }
  const operations = script.operations.map((operation) => ({ ...operation, block: places.get(operation.block) ?? 0 }));
  return { ...script, blocks, operations };
}

/** Rows and programs are read once: nobody learns a language from them. */
const readOnce: ReadonlySet<BlockKind> = new Set(['table-row', 'code', 'speaker', 'scene-break']);

/** Returns the original of each translated block: in a script that was edited, the one as far from the beginning. */
function pairsOf(originals: readonly Block[], translated: readonly Block[]): ReadonlyMap<Block, Block> {
  const share = originals.length / Math.max(1, translated.length);
  const pairs = new Map<Block, Block>();
  let next = 0;
  for (const [index, block] of translated.entries()) {
    const at = Math.floor(index * share);
    const original = originals[at];
    if (!original || at < next || readOnce.has(block.kind) || original.text === block.text) continue;
    next = at + 1;
    pairs.set(block, original);
  }
  return pairs;
}

interface Languages {
  readonly language: string;
  readonly target: string;
  readonly isDirected: boolean;
}

/** Without a direction, the translated block itself is in the answer only where its paragraph stays whole. */
function inBoth(original: Block, block: Block, { language, target, isDirected }: Languages): readonly Block[] {
  const whole = plain(original, original.text, language);
  if (block.kind === 'heading') return [block, whole];
  const [first, second] = [splitSentences(original.text, language), splitSentences(block.text, target)];
  if (isDirected || block.kind === 'verse' || first.length !== second.length || first.length === 1)
    return [whole, block];
  return first.flatMap((sentence, index) => {
    const translated = second[index] ?? '';
    const said = index === 0 ? { ...block, text: translated } : plain(block, translated, block.language);
    return [plain(original, sentence, language), said];
  });
}

/** What is beside a block, such as its picture, is with its translation. */
function plain({ kind, document, level, role }: Block, text: string, language: string | undefined): Block {
  return { kind, text, document, level, role, language };
}
