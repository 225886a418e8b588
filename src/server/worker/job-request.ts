import path from 'node:path';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import type { formFields } from '../fields/form-fields.ts';
import type { JobPaths } from '../jobs/job-paths.ts';
import type { JobKind } from '../jobs/job-record.ts';
import { conversions } from './conversions.ts';
import type { WorkerContext } from './worker-messages.ts';

/** A job's files. */
interface JobFiles {
  readonly kind: JobKind;
  readonly paths: JobPaths;
  readonly upload: { readonly name: string };
}

/** Returns the request that a job makes of the pipeline. */
export function jobRequest(
  { kind, paths, upload }: JobFiles,
  values: OptionValues<typeof formFields.audiobook>,
  limits: WorkerContext['limits'],
): NarrationRequest {
  const { format } = conversions[kind];
  // A caller sends the lexicon itself: the files of this machine are not theirs to read.
  const lexicons = values.lexicon?.map((text) => ({ text }));
  return {
    ...values,
    lexicons,
    bookFile: path.join(paths.upload, upload.name),
    output: path.join(paths.result, `audiobook.${format}`),
    format,
    limits: readLimits(limits),
  };
}

/** Returns the limits of the service for reading a book. */
export function readLimits({ bookBytes, bookEntries }: WorkerContext['limits']): NarrationRequest['limits'] {
  return { totalBytes: bookBytes, entries: bookEntries };
}
