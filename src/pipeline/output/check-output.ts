import { stat } from 'node:fs/promises';
import path from 'node:path';
import { openAtomicFile } from '../../core/atomic-file.ts';
import { invalidValue } from '../../core/errors.ts';
import type { ConversionRequest } from '../conversion.ts';
import { checkPacking } from './check-packing.ts';
import { formatByName, keptWavPath, readAlongPath, reportPath, subtitlesPath } from './output-paths.ts';

/**
 * Checks that everything a conversion writes can be written. Throws `file-not-found` for a missing folder and `bad-value`
 * for options that do not fit together, a name of another format, or a place that cannot be written to.
 */
export async function checkOutput(request: ConversionRequest): Promise<void> {
  const { output, format, layout } = request;
  checkPacking(request);
  const named = layout === 'chapters' ? undefined : formatByName(output);
  if (named !== undefined && named !== format) {
    throw invalidValue('output', path.basename(output), `a file name that ends in .${format}, the chosen format`);
  }
  for (const file of await filesOf(request)) await (await openAtomicFile(file))[Symbol.asyncDispose]();
}

/** The files whose names are known beforehand. */
async function filesOf({ output, layout, keepWav, readAlong, subtitles = [] }: ConversionRequest): Promise<string[]> {
  const files = [reportPath(output)];
  if (layout === 'chapters') files.push(await fileInFolder(output));
  else files.push(output, ...subtitles.map((format) => subtitlesPath(output, format)));
  if (keepWav) files.push(keptWavPath(output));
  if (readAlong) files.push(readAlongPath(output));
  return files;
}

/** A file in the folder, or in its parent when the folder is still to be made. */
async function fileInFolder(folder: string): Promise<string> {
  const present = await stat(folder).catch(() => undefined);
  return present ? path.join(folder, 'chapter') : folder;
}
