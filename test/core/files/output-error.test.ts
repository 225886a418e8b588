import { expect, it } from 'vitest';
import { outputError } from '../../../src/core/files/output-error.ts';

it.each([
  ['EACCES', 'output-failed'],
  ['EROFS', 'output-failed'],
  ['ENOSPC', 'output-failed'],
  ['ENOTDIR', 'bad-value'],
])('maps %s to %s: only a place where no file can ever be is a bad value', (code, expected) => {
  const error = outputError(Object.assign(new Error(code), { code }), '/books/a.mp3');
  expect(error).toMatchObject({ code: expected, message: expect.stringContaining('/books/a.mp3') });
});
