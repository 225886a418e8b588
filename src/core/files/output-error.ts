import { AudiobookError, systemCode } from '../errors.ts';

/** Codes of a place where no file can be, whoever writes and whenever. */
const impossible = new Set(['ENOTDIR', 'EISDIR', 'ENOENT']);

/** Reports whether a folder could not be made. */
function isOfFolder(thrown: unknown): boolean {
  return thrown instanceof Error && 'syscall' in thrown && thrown.syscall === 'mkdir';
}

/** Returns the error for a failed write to `target`: `bad-value` for a place where no file can be, otherwise `output-failed`. */
export function outputError(thrown: unknown, target: string): AudiobookError {
  if (thrown instanceof AudiobookError) return thrown;
  const code = systemCode(thrown) ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AudiobookError('output-failed', `No space left for ${target}.`, { cause: thrown });
  }
  if (code === 'EEXIST' && isOfFolder(thrown))
    return new AudiobookError('bad-value', `${target} is a file, where a folder is needed.`, { cause: thrown });
  if (impossible.has(code) || ['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    const message = `Cannot write ${target}: its folder does not take files (${code}). Choose another one.`;
    return new AudiobookError(impossible.has(code) ? 'bad-value' : 'output-failed', message, { cause: thrown });
  }
  return new AudiobookError('output-failed', `Cannot write ${target}: ${String(thrown)}`, { cause: thrown });
}
