import { AudiobookError } from '../../core/errors.ts';

/** A prompt without its front matter, and what that says about the check of its scripts. */
export interface ParsedPrompt {
  readonly text: string;
  /** Directs how the text of the book is read, instead of writing a script. Default: `false`. */
  readonly direction?: boolean | undefined;
  /** The older name of `direction`. */
  readonly faithful?: boolean | undefined;
  /** Checks that a script that retells the book has its names and words. Default: as the task does. */
  readonly names?: boolean | undefined;
}

/**
 * Returns a prompt and what its front matter says: `direction`, `faithful` or `names`, `true` or `false`, between two lines `---`. Throws
 * `bad-value` for anything else there.
 */
export function parsePrompt(prompt: string): ParsedPrompt {
  const [, head, text] = /^---[^\S\n]*\n(.*?)^---[^\S\n]*(?:\n(.*))?$/msu.exec(prompt.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined) return { text: prompt.trim() };
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  const values = new Map(lines.map(readLine));
  return {
    text: (text ?? '').trim(),
    direction: values.get('direction'),
    faithful: values.get('faithful'),
    names: values.get('names'),
  };
}

function readLine(line: string): readonly [name: string, value: boolean] {
  const [, name, value] = /^(direction|faithful|names):\s*(true|false)\s*$/u.exec(line) ?? [];
  if (name !== undefined) return [name, value === 'true'];
  const message = `The front matter of the prompt has the line '${line}'. Expected direction, faithful or names with true or false, as in direction: true.`;
  throw new AudiobookError('bad-value', message);
}
