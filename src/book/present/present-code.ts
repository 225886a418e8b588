import type { Block, Chapter, LeftOut } from '../../core/book.ts';
import { countWordsOf } from '../../text/count-words.ts';
import { announceCode } from './announcements.ts';
import { defaultBookChoices } from '../default-book-choices.ts';
import type { BookChoices } from '../book-choices.ts';
import { leaveOutRules } from '../leave-out-rules.ts';
import { joinedPictures } from './join-lines.ts';

/** The chapters of a book after its programs were read, announced or left out. */
export interface PresentedCode {
  readonly chapters: readonly Chapter[];
  readonly leftOut: readonly LeftOut[];
}

/** Options for the programs in a book. */
export interface CodeOptions extends Pick<BookChoices, 'code' | 'include'> {
  /** Language of the announcements, as a BCP-47 code. */
  readonly language: string;
}

/**
 * Reads, announces or leaves out the programs of a book. The text of each block of code has one line per line of the
 * program. A run of such blocks is one example.
 */
export function presentCode(chapters: readonly Chapter[], options: CodeOptions): PresentedCode {
  const leftOut: LeftOut[] = [];
  const isRead = readsCode(options);
  const presented = chapters.map((chapter) => {
    if (!chapter.blocks.some(isCode)) return chapter;
    const blocks = runsOf(chapter.blocks).flatMap((run) => {
      if (!isCode(run[0])) return run;
      if (isRead) return run.map(onOneLine);
      leftOut.push(toLeftOut(run));
      return options.code === 'skip' ? [] : [announcement(run, options.language)];
    });
    return { ...chapter, blocks };
  });
  return { chapters: presented.filter(({ blocks }) => blocks.length > 0), leftOut };
}

function isCode(block: Block | undefined): boolean {
  return block?.kind === 'code';
}

/** Divides blocks into runs of code of one document, and single other blocks. */
function runsOf(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    const continues = isCode(block) && isCode(last?.[0]) && last?.[0]?.document === block.document;
    if (continues) last?.push(block);
    else runs.push([block]);
  }
  return runs;
}

function readsCode(options: CodeOptions): boolean {
  if ((options.code ?? defaultBookChoices.code) === 'read') return true;
  return leaveOutRules({ include: options.include }).decide('code', []) === undefined;
}

function onOneLine(block: Block): Block {
  return { ...block, text: block.text.replaceAll('\n', ' ') };
}

function announcement(run: readonly Block[], bookLanguage: string): Block {
  const lines = run.reduce((sum, { text }) => sum + text.split('\n').length, 0);
  const { text, language } = announceCode(lines, bookLanguage);
  const pictures = joinedPictures(run);
  const place = { document: run[0]?.document ?? '', elementId: run[0]?.elementId };
  return { kind: 'paragraph', text, language, ...place, ...(pictures && { pictures }) };
}

function toLeftOut(run: readonly Block[]): LeftOut {
  const [first] = run;
  const [line = ''] = first?.text.split('\n') ?? [];
  const place = first?.elementId === undefined ? '' : `#${first.elementId}`;
  const about = line.length <= 60 ? line : `${line.slice(0, 60).trimEnd()}…`;
  return { document: `${first?.document ?? ''}${place}`, reason: 'code', words: countWordsOf(run), about };
}
