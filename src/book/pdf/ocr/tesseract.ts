import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, systemCode, throwIfCanceled } from '../../../core/errors.ts';
import { runProgram } from '../../../core/process/run-program.ts';
import type { PageImage, Recognition, Recognize } from '../document/pdf-options.ts';
import { installationHint, tesseractCode, tesseractCodes } from './tesseract-code.ts';

const program = 'tesseract';
const listTimeoutMs = 20_000;
/** A dense page takes up to 20 seconds on a slow core. */
const pageTimeoutMs = 120_000;
const maxHocrBytes = 50_000_000;

/**
 * Returns a function that recognizes pages with the installed tesseract, which is searched for on the first call.
 * `languages` are BCP-47 or tesseract codes joined by `+`. Default: the language of each page. The function throws
 * `tool-missing` (the program, or data of a chosen language), `bad-value` (not a language) or `canceled`.
 */
export function recognizeWithTesseract(signal: AbortSignal, languages?: string): Recognize {
  let installed: Promise<readonly string[]> | undefined;
  return async (image) => {
    throwIfCanceled(signal);
    installed ??= installedLanguages();
    const language =
      languages === undefined
        ? bestLanguage(await installed, image.language)
        : chosenLanguages(await installed, languages);
    return await recognize(image, language, signal);
  };
}

/** Throws `bad-value` for a name that is not a language. Its data need not be installed, as not every book needs it. */
export async function checkOcrLanguages(languages: string): Promise<void> {
  // Without the program, only names of known languages are valid.
  tesseractCodes(languages, await installedLanguages().catch(() => []));
}

/**
 * Returns the inputs of recognition apart from the page: the version of tesseract and its data. Throws when the program
 * does not run.
 */
export async function recognitionIdentity(): Promise<readonly string[]> {
  const options = { timeoutMs: listTimeoutMs, env: environment() };
  const [version, list] = await Promise.all(
    ['--version', '--list-langs'].map(async (flag) => await runProgram(program, [flag], options)),
  );
  const listed = `${list?.stdout.toString('utf8')}${list?.stderr}`;
  const [, folder = ''] = /"([^"]+)"/u.exec(listed) ?? [];
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.traineddata')).toSorted();
  const data = names.map(async (name) => {
    const { size, mtimeMs } = await stat(path.join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
  return [`${version?.stdout.toString('utf8')}${version?.stderr}`, listed, ...(await Promise.all(data))];
}

async function recognize(image: PageImage, language: string, signal: AbortSignal): Promise<Recognition | undefined> {
  const args = ['stdin', 'stdout', '-l', language, '--dpi', String(image.dotsPerInch), 'hocr'];
  try {
    const { stdout } = await runProgram(program, args, {
      signal,
      env: environment(),
      timeoutMs: pageTimeoutMs,
      input: image.pgm,
      maxOutputBytes: maxHocrBytes,
    });
    return { hocr: stdout.toString('utf8'), usedLanguage: language };
  } catch {
    throwIfCanceled(signal);
    return undefined;
  }
}

/** Returns what the program needs to find itself and its data, without any keys, because it reads untrusted images. */
function environment(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line node/no-process-env -- passed on to a program that must not get the other variables
  const { PATH, TESSDATA_PREFIX } = process.env;
  // Its threads wait for each other: on two cores, a page takes 14 seconds with four threads and 2 seconds with one.
  return { PATH, TESSDATA_PREFIX, OMP_THREAD_LIMIT: '1' };
}

async function installedLanguages(): Promise<readonly string[]> {
  try {
    const options = { timeoutMs: listTimeoutMs, env: environment() };
    const { stdout } = await runProgram(program, ['--list-langs'], options);
    const lines = stdout.toString('utf8').split(/\r?\n/u);
    return lines.filter((line) => /^\w+$/u.test(line) && line !== 'osd' && line !== 'equ');
  } catch (cause) {
    const isMissing = systemCode(cause) === 'ENOENT' || systemCode(cause) === 'EACCES';
    throw new AudiobookError(
      'tool-missing',
      isMissing
        ? `Text recognition needs ${program}, which was not found. Install it (apt install tesseract-ocr, brew install tesseract).`
        : `Text recognition needs ${program}, but the installed program does not work.`,
      { cause },
    );
  }
}

function chosenLanguages(installed: readonly string[], languages: string): string {
  const codes = tesseractCodes(languages, installed);
  const missing = codes.filter((code) => !installed.includes(code));
  if (missing.length === 0) return codes.join('+');
  throw new AudiobookError(
    'tool-missing',
    `Text recognition has no language data for ${missing.join(', ')}. ${installationHint(missing)}`,
  );
}

function bestLanguage(installed: readonly string[], declared: string | undefined): string {
  const preferred = [declared === undefined ? undefined : tesseractCode(declared), 'eng'];
  const chosen = preferred.find((code) => code !== undefined && installed.includes(code)) ?? installed[0];
  if (chosen === undefined) {
    throw new AudiobookError(
      'tool-missing',
      `Text recognition needs language data for ${program}, but none is installed. ${installationHint(['eng'])}`,
    );
  }
  return chosen;
}
