import { RequestError } from '../errors/request-error.ts';
import type { JobKind } from '../jobs/job-record.ts';
import { narrationFields } from './form-fields.ts';
import { presentFields } from './parse-fields.ts';
import type { SentFields } from './parse-fields.ts';

/** Throws `malformed` for a field that a job of this kind would leave unread: the book would not be what its sender wants. */
export function requireFieldsOfKind(kind: JobKind, fields: SentFields): void {
  if (kind === 'audiobook') return;
  const unread = Object.keys(presentFields(fields)).find((field) => narrationFields.has(field));
  if (unread === undefined) return;
  throw new RequestError(
    'malformed',
    `Field '${unread}' needs kind=audiobook: kind=synthesize speaks the text of the book.`,
  );
}
