import type { Chapter } from '../core/book.ts';
import type { KnownChapter, NarratedChapter, NarrationOptions, NumberedChapter } from './narration.ts';
import { fingerprintsOf } from './script-fingerprint.ts';
import { readScript } from './script/read-script.ts';
import { readScriptFile, removeScriptFile, scriptPath } from './script/script-file.ts';
import type { ScriptFile } from './script/script-file.ts';

/** A chapter as it is spoken, and where that is from. */
export type ChapterScript = Pick<NarratedChapter, 'title' | 'blocks' | 'operations' | 'origin'>;

/** The script of an earlier run. */
type CachedScript = ChapterScript & Pick<NarratedChapter, 'steps'>;

interface CacheQuery {
  /** Fingerprints of scripts that are used. */
  readonly fitting: readonly string[];
  readonly chapter: Chapter;
  readonly onRenamed: (path: string) => void;
  /** Whether only what a person edited is used. */
  readonly isByRules: boolean;
}

/** Returns the script of an earlier run. Deletes one that no longer fits, or renames it when it was edited. Throws `bad-value` for a line that cannot be read. */
export async function cachedScript(
  file: string,
  { fitting, chapter, onRenamed, isByRules: isNew }: CacheQuery,
): Promise<CachedScript | undefined> {
  const found = await readScriptFile(file);
  if (found && !found.edited && isNew) return undefined;
  if (found && fitting.includes(found.fingerprint) && !hasGap(found)) return readCached(file, found, chapter);
  const renamed = await removeScriptFile(file);
  if (renamed !== undefined) onRenamed(renamed);
  return undefined;
}

/** Returns what the script of an earlier run says of a chapter, and leaves the file as it is. Throws as `cachedScript` does. */
export async function keptScript(
  { index, chapter }: NumberedChapter,
  options: NarrationOptions,
): Promise<KnownChapter | undefined> {
  const file = scriptPath(options.folder, index + 1, chapter.title);
  const found = await readScriptFile(file);
  if (!found || hasGap(found) || (isByRules(options) && !found.edited)) return undefined;
  return fingerprintsOf(chapter, options).includes(found.fingerprint) ? readCached(file, found, chapter) : undefined;
}

/** What rules direct is made again in no time. */
export function isByRules({ director }: Pick<NarrationOptions, 'director'>): boolean {
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
function readCached(file: string, found: ScriptFile, chapter: Chapter): CachedScript | undefined {
  const { title, script, firstLine, edited, steps } = found;
  const { blocks, operations } = readScript(script, { source: chapter.blocks, firstLine, file });
  if (blocks.length === 0) return undefined;
  return { title: title || chapter.title, blocks, operations, origin: edited ? 'edited' : 'kept', steps };
}
