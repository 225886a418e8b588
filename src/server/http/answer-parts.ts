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
export const preferAsync = {
  Prefer:
    '`respond-async` creates a job and responds 202 at once; with `wait=30` only when the result is not there after 30 seconds (RFC 7240)',
  'Accept-Encoding':
    'with `gzip`, a response that takes long begins after half a minute, so that clients and proxies do not give up',
};
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
  headers: { ...accepted.headers, 'Preference-Applied': '`respond-async`, and the `wait` that was applied' },
};
/** The answer of a synchronous conversion. */
export const converted = {
  status: 200,
  description: 'The audio, or a ZIP of several files.',
  body: downloads,
  headers: {
    'Content-Disposition': 'the name of the file, after the title of the book',
    'X-Audiobook-Provider': 'the speech provider, when the service chose it',
    'X-Audiobook-Job':
      'the id of the job, in a response that began before the result was there; its body is cut off where the conversion fails, and the job is kept',
    'X-Audiobook-Gaps': 'number of passages that are missing, when `allow_gaps` let some be or `verify` found some',
    'X-Audiobook-Direction': '`rules`, when the language model was of no use; the warnings of the report say why',
  },
};
