import { access, constants } from 'node:fs/promises';
import type { Limits } from '../server-settings.ts';
import { hasRoom } from './local/disk-room.ts';
import type { Jobs } from './jobs.ts';

/** Returns why this machine cannot accept a book now, in plain sentences. Empty when it can. */
export async function readinessProblems(
  jobs: Pick<Jobs, 'isClosing' | 'folder'>,
  { freeBytes }: Pick<Limits, 'freeBytes'>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  if (jobs.isClosing) problems.push('The service is shutting down.');
  try {
    await access(jobs.folder, constants.W_OK);
    if (!(await hasRoom(jobs.folder, freeBytes))) problems.push('The disk has too little free space.');
  } catch {
    problems.push('The jobs folder cannot be written to.');
  }
  return problems;
}
