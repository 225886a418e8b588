import { AudiobookError } from '../../core/errors.ts';
import { editScriptFile, readScriptFile, readScriptSource } from '../../narration/script/script-file.ts';
import { listScriptFiles } from '../../narration/script/script-folder.ts';
import { readScript as readText } from '../../narration/script/read-script.ts';
import { scriptToBlocks } from '../../narration/script/script-text.ts';
import { countWordsOf } from '../../text/count-words.ts';

/** A narration script in a list. */
export interface ScriptSummary {
  /** Number of the chapter in the book. */
  readonly number: number;
  readonly title: string;
  readonly words: number;
  /** Whether it was changed after it was written. */
  readonly edited: boolean;
}

/** A narration script. */
export interface Script extends ScriptSummary {
  /** Paragraphs with an empty line between them, `#` before a heading, and lines that begin with `~` about how they are spoken. */
  readonly text: string;
  /** The text that it was made from. */
  readonly source: string;
  /** The handling of completions that were not usable. */
  readonly steps: readonly { readonly action: string; readonly reason: string; readonly about: string }[];
}

/** Returns the scripts of a folder, by chapter. */
export async function listScripts(folder: string): Promise<readonly ScriptSummary[]> {
  const scripts = await Promise.all((await listScriptFiles(folder)).map(readScriptOf));
  return scripts.flatMap((script) => {
    if (!script) return [];
    const { number, title, words, edited } = script;
    return [{ number, title, words, edited }];
  });
}

/** Returns the script of a chapter, or undefined when there is none. */
export async function readScript(folder: string, number: number): Promise<Script | undefined> {
  const found = (await listScriptFiles(folder)).find((one) => one.number === number);
  return found && (await readScriptOf(found));
}

/** Changes the script of a chapter and returns it, or undefined when there is none. Throws `bad-value` for a text without words, and for a line that cannot be read. */
export async function changeScript(
  folder: string,
  number: number,
  { text, title }: { readonly text: string; readonly title?: string | undefined },
): Promise<Script | undefined> {
  const found = (await listScriptFiles(folder)).find((one) => one.number === number);
  const before = found && (await readScriptOf(found));
  if (!before) return undefined;
  // An empty file would be written again by the model.
  if (readText(text, { source: [] }).blocks.length === 0) {
    throw new AudiobookError('bad-value', 'The script is empty. To leave a chapter out, choose the other chapters.');
  }
  await editScriptFile(found.file, { title: title ?? before.title, script: text });
  return await readScriptOf(found);
}

async function readScriptOf({
  number,
  file,
}: {
  readonly number: number;
  readonly file: string;
}): Promise<Script | undefined> {
  const found = await readScriptFile(file);
  if (!found) return undefined;
  const { title, script, steps, edited } = found;
  const words = countWordsOf(scriptToBlocks(script, ''));
  return { number, title, words, edited, text: script, source: await readScriptSource(file).catch(() => ''), steps };
}
