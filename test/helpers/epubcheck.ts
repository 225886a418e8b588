import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isProgramMissing } from './is-program-missing.ts';

/** EPUBCheck cannot be run here, so its tests are skipped. */
export const noEpubcheck = [isProgramMissing('epubcheck'), isProgramMissing('java')].some(Boolean);

/** Returns the errors and warnings of EPUBCheck for a book; none when it is valid. */
export async function epubcheck(file: string): Promise<string[]> {
  // Debian's program is the jar itself, which not every system can start.
  const [name, args] = program.endsWith('.jar') ? ['java', [...quick, '-jar', program]] : [program, []];
  return messagesIn(await outputOf(name, [...args, file]));
}

/** Checks books as `epubcheck` does, one after the other in one Java machine, whose start takes longer than a book. */
export async function epubcheckAll(files: readonly string[]): Promise<string[][]> {
  if (!program.endsWith('.jar') || isProgramMissing('javac')) {
    const each: string[][] = [];
    for (const file of files) each.push(await epubcheck(file));
    return each;
  }
  const main = fileURLToPath(new URL('CheckAll.java', import.meta.url));
  const output = await outputOf('java', [...quick, '-cp', program, main, ...files]);
  const [, ...parts] = output.split(/^=== checked$/mu).map((_, at, all) => all[at - 1] ?? '');
  if (parts.length !== files.length) throw new Error(`EPUBCheck did not finish: ${output}`);
  return parts.map(messagesIn);
}

/** A run is over before code that is compiled better pays for itself: half the time. */
const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const program =
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => realPath(path.join(folder, 'epubcheck')))
    .find((found) => found !== undefined) ?? 'epubcheck';

async function outputOf(name: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(name, args, { maxBuffer: 2 ** 26 }).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  );
  return `${stdout}\n${stderr}`;
}

function messagesIn(output: string): string[] {
  const lines = output.split('\n');
  if (!lines.some((line) => line.startsWith('Messages:'))) throw new Error(`EPUBCheck did not finish: ${output}`);
  return lines.filter((line) => /^(?:FATAL|ERROR|WARNING|INFO|USAGE)\b/u.test(line));
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
