import { stat } from 'node:fs/promises';
import path from 'node:path';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { AudiobookError, invalidValue } from '../../core/errors.ts';
import { requireOtherFile } from '../../core/files/require-other-file.ts';
import { isStandardOutput, resolveTarget } from '../../core/files/resolve-target.ts';
import type { NarrationRequest } from '../conversion.ts';
import { sourceFiles } from '../read/book-source.ts';
import { checkPacking } from './check-packing.ts';
import { findEarlierResults, isReplaceable } from './earlier-results.ts';
import type { EarlierResults } from './earlier-results.ts';
import { formatByName, keptWavPath, readAlongPath, reportPath, subtitlesPath } from './output-paths.ts';

/** Rules that decide whether a file may be replaced. */
export type ReplaceRules = Pick<
  NarrationRequest,
  'bookFile' | 'oneBook' | 'coverFile' | 'promptFile' | 'lexicons' | 'castSource' | 'force'
>;

/**
 * Checks that everything a conversion writes can be written and replaces nothing but earlier results of the same book. Throws
 * `file-not-found` for a missing folder and `bad-value` for options that do not fit together, a name of another format, a
 * place that cannot be written to, or a file that was not made from this book.
 */
export async function checkOutput(given: NarrationRequest): Promise<void> {
  const request = { ...given, output: path.resolve(given.output) };
  const { output, format, layout } = request;
  checkPacking(request);
  const named = layout === 'chapters' ? undefined : formatByName(output);
  if (named !== undefined && named !== format) {
    throw invalidValue('output', path.basename(output), `a file name that ends in .${format}, the chosen format`);
  }
  await requireAudioTarget(given);
  const earlier = await findEarlierResults(request);
  for (const file of await filesOf(request)) {
    await requireOtherFile(file, inputsOf(request));
    await probe(file);
    await requireReplaceable(file, request, earlier);
  }
}

/** Throws `bad-value` when an output is a file that the run reads, or exists and was not made from the same book. */
export async function requireReplaceable(file: string, rules: ReplaceRules, earlier: EarlierResults): Promise<void> {
  await requireOtherFile(file, inputsOf(rules));
  if (rules.force || (await isReplaceable(file, earlier))) return;
  const message = `${file} exists and was not made from this book. Use --force to replace it.`;
  throw new AudiobookError('bad-value', message);
}

function inputsOf(rules: ReplaceRules): { readonly name: string; readonly path: string }[] {
  const { coverFile, promptFile, lexicons = [], castSource } = rules;
  return [
    ...sourceFiles(rules).map((file) => ({ name: 'the book', path: file })),
    ...(coverFile === undefined ? [] : [{ name: 'the cover', path: coverFile }]),
    ...(promptFile === undefined ? [] : [{ name: 'the prompt', path: promptFile }]),
    ...(castSource && 'file' in castSource ? [{ name: 'the cast', path: castSource.file }] : []),
    ...lexicons.flatMap((source) => ('file' in source ? [{ name: 'the lexicon', path: source.file }] : [])),
  ];
}

/** Chapter marks and tags are only known at the end, so audio cannot be written as a stream. */
async function requireAudioTarget({ output, layout }: NarrationRequest): Promise<void> {
  const { kind } = await resolveTarget(output);
  if (isStandardOutput(output) || kind === 'stream' || kind === 'socket' || kind === 'device') {
    throw new AudiobookError('bad-value', `Cannot write audio to ${output}: an audio file needs a regular file.`);
  }
  if (kind === 'folder' && layout !== 'chapters') {
    const message = `Cannot write ${output}: it is a folder. Use --layout chapters to write one file per chapter into it.`;
    throw new AudiobookError('bad-value', message);
  }
}

/** The files whose names are known beforehand. */
async function filesOf({ output, layout, keepWav, readAlong, subtitles = [] }: NarrationRequest): Promise<string[]> {
  const files: string[] = [];
  if (layout === 'chapters') files.push(await fileInFolder(output));
  else files.push(output, ...subtitles.map((format) => subtitlesPath(output, format)));
  if (keepWav) files.push(keptWavPath(output));
  if (readAlong) files.push(readAlongPath(output));
  files.push(reportPath(output));
  return files;
}

/** A file in the folder, or in its parent when the folder is still to be made. */
async function fileInFolder(folder: string): Promise<string> {
  const present = await stat(folder).catch(() => undefined);
  return present ? path.join(folder, '.audiobook') : folder;
}

/** Begins a file and gives it up. A folder that is still to be made stands for its files. */
async function probe(file: string): Promise<void> {
  const folder = path.dirname(file);
  const isMissing = (await resolveTarget(folder)).kind === 'absent';
  await (await openAtomicFile(isMissing ? folder : file))[Symbol.asyncDispose]();
}
