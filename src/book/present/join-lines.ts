import type { Block, Chapter, BlockPicture } from '../../core/book.ts';
import { endsSentence } from '../../text/ends-sentence.ts';

/**
 * Joins what is divided in print alone, so that it is spoken as it is punctuated: the lines of verse that one sentence
 * holds, with a line break between them, and the lines of prose that a converter made paragraphs.
 */
export function joinLines(chapters: readonly Chapter[]): Chapter[] {
  return chapters.map((chapter) => {
    const blocks = joinBlocks(chapter.blocks);
    return chapter.notes === undefined
      ? { ...chapter, blocks }
      : { ...chapter, blocks, notes: joinBlocks(chapter.notes) };
  });
}

function joinBlocks(blocks: readonly Block[]): Block[] {
  return runsOf(blocks).flatMap((run) => joinRun(run));
}

/** Divides blocks into runs of one kind and language. */
function runsOf(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [];
  let run: Block[] = [];
  for (const block of blocks) {
    const first = run[0];
    if (first?.kind === block.kind && first.language === block.language) run.push(block);
    else {
      run = [block];
      runs.push(run);
    }
  }
  return runs;
}

function joinRun(run: readonly Block[]): Block[] {
  const [first] = run;
  if (run.length < 2 || !joinedKinds.has(first?.kind ?? '')) return [...run];
  const isVerse = first?.kind === 'verse';
  const goesOn = isVerse ? verseGoesOn(run) : proseGoesOn(run);
  // Testing first is faster: most runs are whole paragraphs.
  if (!run.some(({ text }, index) => index > 0 && goesOn(run[index - 1]?.text ?? '', text))) return [...run];
  return groupsOf(run, goesOn).flatMap((group) => {
    const [block] = group;
    if (block === undefined || group.length === 1) return group;
    const text = group.map((one) => one.text).join(isVerse ? '\n' : ' ');
    const joined = { ...block, text, ranges: joinedRanges(group, (one) => one.ranges) };
    const emphasis = joinedRanges(group, (one) => one.emphasis);
    const pictures = joinedPictures(group);
    const beside = { ...(emphasis && { emphasis }), ...(pictures && { pictures }) };
    if (block.source === undefined) return [{ ...joined, ...beside }];
    return [{ ...joined, ...beside, source: group.flatMap(({ source = [] }) => source) }];
  });
}

/** Returns the ranges of blocks that are joined with one character between them. */
function joinedRanges<Range extends { readonly from: number; readonly to: number }>(
  blocks: readonly Block[],
  rangesOf: (block: Block) => readonly Range[] | undefined,
): readonly Range[] | undefined {
  let start = 0;
  const ranges = blocks.flatMap((block) => {
    const shift = start;
    start += block.text.length + 1;
    return (rangesOf(block) ?? []).map((range) => ({ ...range, from: range.from + shift, to: range.to + shift }));
  });
  return ranges.length === 0 ? undefined : ranges;
}

function groupsOf(run: readonly Block[], goesOn: GoesOn): Block[][] {
  const groups: Block[][] = [];
  for (const [index, block] of run.entries()) {
    const before = run[index - 1];
    if (before !== undefined && goesOn(before.text, block.text)) groups.at(-1)?.push(block);
    else groups.push([block]);
  }
  return groups;
}

const joinedKinds: ReadonlySet<string> = new Set(['verse', 'paragraph', 'quotation']);

type GoesOn = (before: string, after: string) => boolean;

/** Lines with hardly any mark at their ends are a list or an address: each is heard alone. */
const minMarkedShare = 0.15;
/** Verse in small letters throughout does not say where a sentence goes on. */
const maxSmallShare = 0.8;

function verseGoesOn(run: readonly Block[]): GoesOn {
  const marked = run.filter(({ text }) => /[\p{Po}\p{Pd}][\p{Pe}\p{Pi}\p{Pf}"']*$/u.test(text)).length;
  const small = run.filter(({ text }) => startsSmall.test(text)).length;
  if (marked < minMarkedShare * run.length)
    return (before, after) => small < maxSmallShare * run.length && startsSmall.test(after) && !endsSentence(before);
  return (before) => !endsSentence(before) && !before.endsWith(':');
}

/** Shorter paragraphs that do not end are the items of a list. */
const minLineLength = 25;
/** A row of lines of this length at most, of which most do not end a sentence, is hard-wrapped text. */
const maxLineLength = 100;
const minWrappedLines = 6;

function proseGoesOn(run: readonly Block[]): GoesOn {
  const continuation = isHardWrapped(run) ? startsWithText : startsSmall;
  return (before, after) => {
    if (!continuation.test(after)) return false;
    if (endsSentence(before) || /[:*]$/u.test(before) || labelled.test(after)) return false;
    return before.length >= minLineLength || /[,;–—-]$/u.test(before);
  };
}

/** Not the label of an item (`a)`, `iv.`). */
const labelled = /^\(?\p{Ll}{1,4}[.)]\s/u;
const startsSmall = /^["'“‘«„(\s]*\p{Ll}/u;
const startsWithText = /^["'“‘«„(\s]*[\p{L}\p{N}]/u;

function isHardWrapped(run: readonly Block[]): boolean {
  if (run.length < minWrappedLines || !run.every(({ text }) => text.length <= maxLineLength)) return false;
  const open = run.filter(({ text }) => !endsSentence(text));
  const small = run.filter(({ text }) => startsSmall.test(text));
  return open.length > run.length / 2 && small.length > run.length / 3;
}

/** Returns the pictures of blocks that become one: those before the first stay before it, all others come after the text. */
export function joinedPictures(blocks: readonly Block[]): readonly BlockPicture[] | undefined {
  const pictures = blocks.flatMap((block, index) =>
    (block.pictures ?? []).map((picture) => (index === 0 ? picture : { ...picture, place: 'after' as const })),
  );
  return pictures.length === 0 ? undefined : pictures;
}
