import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, systemCode } from '../../core/errors.ts';

/** Makes sure that no two services work on the same jobs; dispose to let go. Throws `bad-value` while another one runs. */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  const file = path.join(folder, 'service.pid');
  const own = String(process.pid);
  if (!(await tryWrite(file, own))) {
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    if (owner !== process.pid && isAlive(owner)) {
      throw new AudiobookError('bad-value', `The jobs in ${folder} belong to the service with process id ${owner}.`);
    }
    await rm(file, { force: true });
    if (!(await tryWrite(file, own)))
      throw new AudiobookError('bad-value', `Another service took the jobs in ${folder}.`);
  }
  return { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
}

async function tryWrite(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
