import { describe, expect, it } from 'vitest';
import { toAudiobookError } from '../../src/core/errors.ts';

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}

describe('toAudiobookError', () => {
  it.each([
    ['a full disk', systemError('ENOSPC', 'no space left on device, write')],
    ['a folder of someone else', systemError('EACCES', "permission denied, mkdir '/nowhere'")],
    ['a limit of open files', systemError('EMFILE', "too many open files, open 'a.txt'")],
  ])('calls %s no bug and keeps what the system says', (_name, thrown) => {
    const error = toAudiobookError(thrown);
    expect(error).toMatchObject({ code: 'output-failed', cause: thrown });
    expect(error.message).toContain(thrown.message);
  });

  it('calls a lack of memory no bug', () => {
    const thrown = new RangeError('WebAssembly.Memory(): could not allocate memory');
    expect(toAudiobookError(thrown)).toMatchObject({
      code: 'output-failed',
      message: expect.stringContaining('Not enough memory'),
    });
  });

  it.each([new RangeError('Invalid array length'), systemError('ENOENT', "no such file, open 'a.txt'"), 'text'])(
    'calls anything else a bug: %s',
    (thrown) => expect(toAudiobookError(thrown).code).toBe('internal'),
  );
});
