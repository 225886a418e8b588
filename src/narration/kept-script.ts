import type { Chapter } from '../core/book.ts';
import type { NarratedChapter, NarrationOptions, NumberedChapter } from './narration.ts';
import { fingerprintsOf } from './script-fingerprint.ts';
import { readScript } from './script/read-script.ts';
import { readScriptFile, scriptPath } from './script/script-file.ts';
import type { ScriptFile } from './script/script-file.ts';

/** A chapter as it is spoken, and where that is from. */
export type ChapterScript = Pick<NarratedChapter, 'title' | 'blocks' | 'operations' | 'origin'>;

/** The script of an earlier run. */
type KeptScript = ChapterScript & Pick<NarratedChapter, 'steps'>;

/**
 * Returns the script that an earlier run kept of a chapter, or undefined where none fits. Of what the rules direct, only what a person
 * edited is used. Throws `bad-value` for a line that cannot be read.
 */
export async function keptScript(
  { index, chapter }: NumberedChapter,
  options: Omit<NarrationOptions, 'judge'>,
): Promise<KeptScript | undefined> {
  const file = scriptPath(options.folder, index + 1, chapter.title);
  const found = await readScriptFile(file);
  if (!found || hasGap(found) || (isByRules(options) && !found.edited)) return undefined;
  return fingerprintsOf(chapter, options).includes(found.fingerprint) ? readKept(file, found, chapter) : undefined;
}

/** What rules direct is made again in no time. */
function isByRules({ director }: Pick<NarrationOptions, 'director'>): boolean {
  return director !== undefined && !director.isAsking;
}

/**
 * A script with a gap, or for which no answer was of use, is written again, unless the user edited it. What was accepted is not asked for
 * again, and what was refused not within a day.
 */
function hasGap({ steps, edited }: ScriptFile): boolean {
  return !edited && steps.some(({ action }) => action === 'gap' || action === 'by-rules');
}

/** Returns the script of a file. An emptied file does not count. Throws `bad-value` for a line that cannot be read. */
function readKept(file: string, found: ScriptFile, chapter: Chapter): KeptScript | undefined {
  const { title, script, firstLine, edited, steps } = found;
  const { blocks, operations } = readScript(script, { source: chapter.blocks, firstLine, file });
  if (blocks.length === 0) return undefined;
  return { title: title || chapter.title, blocks, operations, origin: edited ? 'edited' : 'kept', steps };
}
