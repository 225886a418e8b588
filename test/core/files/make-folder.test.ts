import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { makeFolders } from '../../../src/core/files/make-folder.ts';
import { openSegmentStore } from '../../../src/pipeline/store/segment-store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

describe('makeFolders', () => {
  it('creates all missing folders, also when several calls do it at once', async () => {
    const folder = path.join(await temporaryFolder(), 'a', 'b', 'c');
    await Promise.all([makeFolders(folder), makeFolders(folder), makeFolders(path.dirname(folder))]);
    await makeFolders(folder);
    expect((await stat(folder)).isDirectory()).toBe(true);
  });

  it('throws where a file is in the way', async () => {
    const file = path.join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    await expect(makeFolders(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolders(path.join(file, 'a', 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  // mkdir of Node 20 with `recursive` tries again without end.
  it.runIf(process.platform === 'linux')('ends where the system takes no folders', async () => {
    await expect(makeFolders('/proc/no/such/folder')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(openSegmentStore('/proc/no/such/store')).rejects.toMatchObject({ code: 'output-failed' });
  });
});
