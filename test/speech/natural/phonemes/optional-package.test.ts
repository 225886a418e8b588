import { expect, it } from 'vitest';
import { optionalPackage } from '../../../../src/speech/natural/phonemes/optional-package.ts';

async function missing(): Promise<never> {
  return await Promise.reject(new Error('Cannot find package'));
}

it('names a package that is not installed, and what it is for', async () => {
  await expect(optionalPackage('pinyin-pro', 'Chinese', missing)).rejects.toMatchObject({
    code: 'tool-missing',
    message:
      'The package pinyin-pro, which reads Chinese, is not installed. Install audiobook again with its optional packages.',
  });
});
