import { AudiobookError } from '../../core/errors.ts';

/** A prompt without its front matter, and what that says about the check of its scripts. */
export interface ParsedPrompt {
  readonly text: string;
  /** The script is the text of the book. Default: a prompt of the user retells it. */
  readonly faithful?: boolean | undefined;
  /** The prompt says how the text of the book is spoken. */
  readonly direction?: boolean | undefined;
  /** Checks that a script that retells the book has its names and words. Default: as the task does. */
  readonly names?: boolean | undefined;
}

/**
 * Returns a prompt and what its front matter says: `faithful`, `direction` or `names`, `true` or `false`, between two lines `---`. Throws
 * `bad-value` for anything else there.
 */
export function parsePrompt(prompt: string): ParsedPrompt {
  const [, head, text] = /^---[^\S\n]*\n(.*?)^---[^\S\n]*(?:\n(.*))?$/msu.exec(prompt.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined) return { text: prompt.trim() };
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  return { text: (text ?? '').trim(), ...Object.fromEntries(lines.map(readLine)) };
}

function readLine(line: string): readonly [name: string, value: boolean] {
  const [, name, value] = /^(faithful|direction|names):\s*(true|false)\s*$/u.exec(line) ?? [];
  if (name !== undefined) return [name, value === 'true'];
  const message = `The front matter of the prompt has the line '${line}'. Expected faithful: true or faithful: false, or the same for direction or names.`;
  throw new AudiobookError('bad-value', message);
}
