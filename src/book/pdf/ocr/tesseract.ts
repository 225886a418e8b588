import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AudiobookError, systemCode, throwIfCanceled } from '../../../core/errors.ts';
import { installationHint, tesseractCode, tesseractCodes } from './tesseract-code.ts';
import type { PageImage, Recognition, Recognize } from '../document/recognition.ts';

const program = 'tesseract';
const listTimeoutMs = 20_000;
/** A dense page takes up to 20 seconds on a slow core. */
const pageTimeoutMs = 120_000;
const maxHocrBytes = 50_000_000;

/**
 * Recognition by the tesseract that is installed; it is looked for when the first page comes. In the `wanted` languages
 * (BCP-47 or tesseract codes, joined by `+`) where given, else in the page's own. Its calls throw `tool-missing`, also for
 * data of a wanted language, `bad-value` for what is no language, or `canceled`.
 */
export function recognizeWithTesseract(signal: AbortSignal, wanted?: string): Recognize {
  let installed: Promise<readonly string[]> | undefined;
  return async (image) => {
    throwIfCanceled(signal);
    installed ??= installedLanguages();
    const readAs =
      wanted === undefined ? bestLanguage(await installed, image.language) : wantedLanguages(await installed, wanted);
    return await recognize(image, readAs, signal);
  };
}

/** Throws `bad-value` for what names no language; whether the data of a language is installed is seen when it is needed. */
export async function checkOcrLanguages(wanted: string): Promise<void> {
  // Without the program no data of another name can be there.
  tesseractCodes(wanted, await installedLanguages().catch(() => []));
}

async function recognize(image: PageImage, readAs: string, signal: AbortSignal): Promise<Recognition | undefined> {
  const args = ['stdin', 'stdout', '-l', readAs, '--dpi', String(image.dotsPerInch), 'hocr'];
  const options = { signal, timeout: pageTimeoutMs, killSignal: 'SIGKILL', maxBuffer: maxHocrBytes } as const;
  try {
    const running = promisify(execFile)(program, args, { ...options, env: environment(), windowsHide: true });
    // It may end before it has read everything; its status says so.
    running.child.stdin?.on('error', () => {});
    running.child.stdin?.end(image.pgm);
    return { hocr: (await running).stdout, readAs };
  } catch {
    throwIfCanceled(signal);
    return undefined;
  }
}

/** What the program needs to be found and to find its data, and no keys: it reads pictures that are not trusted. */
function environment(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line node/no-process-env -- handed on unseen, to a program that is to get nothing else
  const { PATH, TESSDATA_PREFIX } = process.env;
  // Its threads wait for each other: measured on two cores, a page takes 14 seconds with four of them and 2 with one.
  return { PATH, TESSDATA_PREFIX, OMP_THREAD_LIMIT: '1' };
}

async function installedLanguages(): Promise<readonly string[]> {
  try {
    const options = { timeout: listTimeoutMs, env: environment(), windowsHide: true };
    const { stdout } = await promisify(execFile)(program, ['--list-langs'], options);
    return stdout.split(/\r?\n/u).filter((line) => /^\w+$/u.test(line) && line !== 'osd' && line !== 'equ');
  } catch (cause) {
    const missing = systemCode(cause) === 'ENOENT' || systemCode(cause) === 'EACCES';
    throw new AudiobookError(
      'tool-missing',
      missing
        ? `Text recognition needs ${program}, which was not found. Install it (apt install tesseract-ocr, brew install tesseract).`
        : `Text recognition needs ${program}, but the one that is installed does not work.`,
      { cause },
    );
  }
}

function wantedLanguages(installed: readonly string[], wanted: string): string {
  const codes = tesseractCodes(wanted, installed);
  const missing = codes.filter((code) => !installed.includes(code));
  if (missing.length === 0) return codes.join('+');
  throw new AudiobookError(
    'tool-missing',
    `Text recognition has no language data for ${missing.join(', ')}. ${installationHint(missing)}`,
  );
}

function bestLanguage(installed: readonly string[], declared: string | undefined): string {
  const wanted = [declared === undefined ? undefined : tesseractCode(declared), 'eng'];
  const chosen = wanted.find((code) => code !== undefined && installed.includes(code)) ?? installed[0];
  if (chosen === undefined) {
    throw new AudiobookError(
      'tool-missing',
      `Text recognition needs language data for ${program}, and there is none. ${installationHint(['eng'])}`,
    );
  }
  return chosen;
}
