import { AudiobookError } from '../core/errors.ts';

/** Characters far above any script. A service that sends more is broken or hostile. */
export const maxLength = 4_000_000;

/**
 * Yields the lines of a streamed completion that are not empty. Each is a sign of life: `onLine` is called for it. Throws
 * `model-failed` when they exceed every sensible length.
 */
export async function* readLines(
  body: AsyncIterable<Uint8Array> | null,
  modelName: string,
  onLine: (() => void) | undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body ?? []) {
    const lines = (rest + decoder.decode(part, { stream: true })).split(/\r?\n/u);
    rest = lines.pop() ?? '';
    if (rest.length > maxLength) throw withoutEnd(modelName);
    for (const line of lines.filter((each) => each.trim() !== '')) {
      onLine?.();
      yield line;
    }
  }
  if (rest.trim() !== '') {
    onLine?.();
    yield rest;
  }
}

/** Returns the error for a completion that exceeds every sensible length. */
export function withoutEnd(modelName: string): AudiobookError {
  return new AudiobookError('model-failed', `${modelName} sent a completion without an end.`);
}
