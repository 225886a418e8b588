import { AudiobookError } from '../../core/errors.ts';

/** A prompt without its front matter. */
export interface ParsedPrompt {
  readonly text: string;
  /** Whether the script is checked to hold the text of the book word by word. Default: as the task is. */
  readonly faithful?: boolean | undefined;
}

/**
 * Returns a prompt and what its front matter says: `faithful: true` or `faithful: false` between two lines `---`. Throws
 * `bad-value` for anything else there.
 */
export function parsePrompt(prompt: string): ParsedPrompt {
  const [, head, text] = /^---[^\S\n]*\n(.*?)^---[^\S\n]*(?:\n(.*))?$/msu.exec(prompt.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined) return { text: prompt.trim() };
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map((line) => /^faithful:\s*(true|false)\s*$/u.exec(line)?.[1]);
  const at = values.indexOf(undefined);
  if (at >= 0) {
    const message = `The front matter of the prompt has the line '${lines[at]}'. Expected faithful: true or faithful: false.`;
    throw new AudiobookError('bad-value', message);
  }
  const value = values.at(-1);
  return { text: (text ?? '').trim(), faithful: value === undefined ? undefined : value === 'true' };
}
