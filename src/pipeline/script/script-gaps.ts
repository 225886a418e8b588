import type { ModelUsage } from '../../narration/usage-meter.ts';
import { isReadFromBook } from '../../narration/script-origin.ts';
import type { ScriptOrigin } from '../../narration/narration-event.ts';
import type { Block } from '../../core/book.ts';
import type { NarratedChapter } from '../../narration/narration.ts';
import type { RunLog } from '../run-log.ts';

/** The position of a chapter. */
export interface ChapterPosition {
  /** Number in the book, counted from 1. */
  readonly number: number;
  /** Position in the output, counted from 1. */
  readonly track: number;
}

/**
 * Text that is missing from the audio because the provider failed on it, or that a language model could not translate or
 * adapt.
 */
export interface Gap extends ChapterPosition {
  readonly text: string;
  readonly reason: string;
}

/** The origin of the text of a chapter. */
export interface NarratedChapterReport extends ChapterPosition {
  readonly origin: ScriptOrigin;
  /** The handling of completions that were not usable scripts. */
  readonly steps: readonly { readonly action: string; readonly reason: string; readonly about: string }[];
  /** Number of turns by speaker. Only of a podcast with two hosts. */
  readonly turns?: Readonly<Record<string, number>> | undefined;
  readonly scriptFile?: string | undefined;
}

/** Part of language models in a conversion. */
export interface NarrationReport {
  readonly task: string;
  readonly model?: string | undefined;
  readonly translator?: string | undefined;
  /** BCP-47 code of the target language. */
  readonly translatedInto?: string | undefined;
  /** Hosts of a podcast. */
  readonly hosts?: 1 | 2 | undefined;
  readonly usage: ModelUsage;
  readonly chapters: readonly NarratedChapterReport[];
}

/** Returns how the text of a chapter was made. `track` is its position in the output. */
export function chapterReport(
  { index, origin, steps, scriptFile, blocks }: NarratedChapter,
  track: number,
): NarratedChapterReport {
  return { number: index + 1, track, origin, steps, turns: countTurns(blocks), scriptFile };
}

/** Counts the turns of each speaker. Paragraphs of one speaker in a row are one turn. */
function countTurns(blocks: readonly Block[]): Readonly<Record<string, number>> | undefined {
  const turns = new Map<string, number>();
  for (const [index, { role }] of blocks.entries()) {
    if (role !== undefined && role !== blocks[index - 1]?.role) turns.set(role, (turns.get(role) ?? 0) + 1);
  }
  return turns.size === 0 ? undefined : Object.fromEntries(turns);
}

/** Returns what the language models left out of chapters. */
export function scriptGaps(chapters: readonly NarratedChapterReport[]): Gap[] {
  return chapters.flatMap(({ number, track, steps }) =>
    steps
      .filter(({ action }) => action === 'gap')
      .map(({ about, reason }) => ({
        number,
        track,
        text: about,
        reason: `The language model failed on it: ${reason}.`,
      })),
  );
}

/** Warns in one line of the chapters in which the book's own words stand for scripts that were not accepted. */
export function warnOfBookText(chapters: readonly NarratedChapterReport[], log: Pick<RunLog, 'warn'>): void {
  const partly = chapters.filter(({ origin, steps }) => origin !== 'edited' && steps.some(isReadFromBook));
  if (partly.length === 0) return;
  const numbers = partly.map(({ number }) => number).join(', ');
  const verb = partly.length === 1 ? 'has' : 'have';
  log.warn(`${partly.length} of ${chapters.length} chapters ${verb} passages read from the book itself: ${numbers}.`);
}

/** Warns in one line of passages whose script or translation may not say what the book says, as a judge or a second answer has it. */
export function warnOfDoubts(chapters: readonly NarratedChapterReport[], log: Pick<RunLog, 'warn'>): void {
  const doubtful = chapters
    .filter(({ origin }) => origin !== 'edited')
    .map(({ number, steps }) => ({ number, count: steps.filter(isDoubt).length }))
    .filter(({ count }) => count > 0);
  if (doubtful.length === 0) return;
  const count = doubtful.reduce((sum, chapter) => sum + chapter.count, 0);
  const passages = count === 1 ? '1 passage of the scripts' : `${count} passages of the scripts`;
  const numbers = doubtful.map(({ number }) => number).join(', ');
  const where = doubtful.length === 1 ? `chapter ${numbers}` : `chapters ${numbers}`;
  log.warn(`${passages} may not say what the book says (${where}). The report lists them.`);
}

/** That no model judged a script says nothing against it. */
function isDoubt({ action, reason }: NarratedChapterReport['steps'][number]): boolean {
  return action === 'doubtful' && reason !== 'not-judged';
}
