import path from 'node:path';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import { sentCast } from '../../pipeline/cast/cast-source.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import type { Correction } from '../../pipeline/open/load-lexicon.ts';
import { outputTarget } from '../../pipeline/output/output-paths.ts';
import type { formFields } from '../fields/form-fields.ts';
import type { JobPaths } from '../jobs/job-paths.ts';
import type { JobKind } from '../jobs/job-record.ts';
import { conversions } from './conversions.ts';
import type { WorkerContext } from './worker-messages.ts';

/** A job's files. */
export interface JobFiles {
  readonly kind: JobKind;
  readonly paths: JobPaths;
  readonly upload: { readonly name: string };
  /** What is said differently in this book. */
  readonly corrections?: readonly Correction[] | undefined;
  /** Whether a cover image was sent. */
  readonly cover?: boolean | undefined;
}

/** Returns the request that a job makes of the pipeline. */
export function jobRequest(
  { kind, paths, upload, corrections = [], cover = false }: JobFiles,
  values: OptionValues<typeof formFields.audiobook> & Pick<OptionValues<typeof formFields.job>, 'listen'>,
  limits: WorkerContext['limits'],
): NarrationRequest {
  // A caller sends lexicons, the cast and the prompt themselves: the files of this machine are not theirs to read.
  const { lexicon, cast, promptFile: promptText, listen, ...others } = values;
  const { defaultFormat } = conversions[kind];
  const target = outputTarget({ ...values, bookFile: 'audiobook', defaultFormat, workingFolder: paths.result });
  return {
    ...others,
    bySentence: listen,
    lexicons: [...(lexicon ?? []).map((text) => ({ text })), ...(corrections.length > 0 ? [{ corrections }] : [])],
    castSource: sentCast(cast),
    promptText,
    scriptsFolder: paths.scripts,
    bookFile: path.join(paths.upload, upload.name),
    coverFile: cover ? paths.cover : undefined,
    ...target,
    ...readingRules(limits),
  };
}

/** Returns what the service allows when a book is read. */
export function readingRules({
  bookBytes,
  bookEntries,
  ebookConvert,
}: WorkerContext['limits']): Pick<NarrationRequest, 'limits' | 'ebookConvert'> {
  return { limits: { totalBytes: bookBytes, entries: bookEntries }, ebookConvert };
}
