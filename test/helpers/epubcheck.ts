import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isProgramMissing } from './is-program-missing.ts';

/** EPUBCheck cannot be run here, so its tests are skipped. */
export const noEpubcheck = [isProgramMissing('epubcheck'), isProgramMissing('java')].some(Boolean);

/** Returns the errors and warnings of EPUBCheck for a book; none when it is valid. */
export async function epubcheck(file: string): Promise<string[]> {
  const program = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => realPath(path.join(folder, 'epubcheck')))
    .find((found) => found !== undefined);
  // Debian's program is the jar itself, which not every system can start.
  const command = program?.endsWith('.jar') ? ['java', '-jar', program] : [program ?? 'epubcheck'];
  const [name, ...args] = command;
  const { stdout, stderr } = await promisify(execFile)(name ?? '', [...args, file], { maxBuffer: 2 ** 26 }).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  );
  const lines = `${stdout}\n${stderr}`.split('\n');
  if (!lines.some((line) => line.startsWith('Messages:'))) throw new Error(`EPUBCheck did not finish: ${stderr}`);
  return lines.filter((line) => /^(?:FATAL|ERROR|WARNING|INFO|USAGE)\b/u.test(line));
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
