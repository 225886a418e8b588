import { jobViewSchema } from '../jobs/job-view.ts';

/** Errors of operations with an upload. */
export const uploadErrors = [
  'malformed',
  'bad-value',
  'too-slow',
  'upload-too-large',
  'wrong-media-type',
  'missing-field',
  'busy',
  'disk-full',
] as const;
/** Errors of a book that is not readable. */
export const bookErrors = ['book-unsupported', 'book-too-large'] as const;
/** Errors of a conversion. */
export const conversionErrors = [
  'provider-failed',
  'provider-unavailable',
  'model-failed',
  'model-unavailable',
  'tool-missing',
  'internal',
] as const;

const audio = ['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/flac', 'audio/wav'] as const;
/** Media types of results. */
export const downloads = [...audio, 'application/zip'] as const;
/** Media types of the files of a job. */
export const files = [...audio, 'text/vtt', 'application/x-subrip', 'application/epub+zip', 'image/jpeg'] as const;
/** The header of synchronous conversions. */
export const preferAsync = { Prefer: '`respond-async` creates a job and responds 202 at once (RFC 7240)' };
/** The answer of operations that queue a job. */
export const accepted = {
  status: 202,
  description: 'The job, queued. Its address is in `Location`.',
  body: jobViewSchema,
  headers: { Location: 'the address of the job' },
};
/** The answer of a synchronous conversion that became a job. */
export const acceptedAsAsked = {
  ...accepted,
  headers: { ...accepted.headers, 'Preference-Applied': '`respond-async`' },
};
/** The answer of a synchronous conversion. */
export const converted = {
  status: 200,
  description: 'The audio, or a ZIP of several files.',
  body: downloads,
  headers: {
    'Content-Disposition': 'the name of the file, after the title of the book',
    'X-Audiobook-Provider': 'the speech provider, when the service chose it',
    'X-Audiobook-Gaps': 'number of passages that are missing, when `allow_gaps` let some be',
  },
};
