import { runProgram } from '../../core/process/run-program.ts';

/** The program of calibre that converts books. */
export interface EbookConvert {
  readonly program: string;
  /** What it says of its version. */
  readonly version: string;
}

/** Its own place on macOS is not on the PATH. */
const programs = ['ebook-convert', '/Applications/calibre.app/Contents/MacOS/ebook-convert'];
/** It loads Qt, which takes seconds on a slow disk. */
const versionTimeoutMs = 60_000;

const found = new Map<string | undefined, Promise<EbookConvert | undefined>>();

/** Returns the installed program, or undefined. On the same PATH it is looked for once. */
export async function findEbookConvert(): Promise<EbookConvert | undefined> {
  // oxlint-disable-next-line node/no-process-env -- where programs are
  const { PATH } = process.env;
  const search = found.get(PATH) ?? find();
  found.set(PATH, search);
  return await search;
}

async function find(): Promise<EbookConvert | undefined> {
  for (const program of programs) {
    try {
      const { stdout } = await runProgram(program, ['--version'], { timeoutMs: versionTimeoutMs });
      return { program, version: stdout.toString('utf8').split('\n', 1)[0]?.trim() ?? '' };
    } catch {
      // The next place.
    }
  }
  return undefined;
}
