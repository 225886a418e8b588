import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is there until the test that asked for it has ended. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
