import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { freeBytes, requireSpace } from '../../../src/core/files/require-space.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

describe('requireSpace', () => {
  it('accepts what fits, also in folders that do not exist yet', async () => {
    const folder = await temporaryFolder();
    await requireSpace([
      { folder, bytes: 1000 },
      { folder: path.join(folder, 'a', 'b'), bytes: 1000 },
    ]);
    expect(await freeBytes(path.join(folder, 'a', 'b'))).toBeGreaterThan(1000);
  });

  it('adds up what goes to one disk, and names both figures', async () => {
    const folder = await temporaryFolder();
    const bytes = (await freeBytes(folder)) * 0.6;
    await requireSpace([{ folder, bytes }]);
    const both = requireSpace([
      { folder, bytes },
      { folder: path.join(folder, 'a'), bytes },
    ]);
    await expect(both).rejects.toMatchObject({
      code: 'output-failed',
      message: expect.stringMatching(/needs about [\d.]+ [MG]B, and [\d.]+ [MG]B are free\.$/u),
    });
  });
});
