import { AudiobookError, systemCode } from '../errors.ts';

/** Returns the error for a failed write to `target`: `bad-value` for an unwritable place, `output-failed` for a device that failed. */
export function outputError(thrown: unknown, target: string): AudiobookError {
  if (thrown instanceof AudiobookError) return thrown;
  const code = systemCode(thrown) ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AudiobookError('output-failed', `No space left for ${target}.`, { cause: thrown });
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOENT'].includes(code)) {
    const message = `Cannot write ${target}: its folder does not take files.`;
    return new AudiobookError('bad-value', message, { cause: thrown });
  }
  return new AudiobookError('output-failed', `Cannot write ${target}: ${String(thrown)}`, { cause: thrown });
}
