import { AudiobookError } from '../../core/errors.ts';
import { RequestError } from '../errors/request-error.ts';
import { formFields } from '../fields/form-fields.ts';
import { parseFields, presentFields } from '../fields/parse-fields.ts';
import { requireFieldsOfKind } from '../fields/require-fields-of-kind.ts';
import { jobRecordSchema } from '../jobs/job-record.ts';
import type { JobKind, JobRecord } from '../jobs/job-record.ts';

/** Returns the fields for the books of an inbox from texts such as `voice=af_heart`. Throws `bad-value` as `POST /jobs` refuses. */
export function checkedFields(kind: JobKind, texts: readonly string[]): JobRecord['fields'] {
  const sent: Record<string, string | string[]> = {};
  for (const text of texts) {
    const at = text.indexOf('=');
    const name = text.slice(0, at);
    const value = text.slice(at + 1);
    const before = sent[name];
    sent[name] = before === undefined ? value : [before, value].flat();
  }
  try {
    parseFields(formFields.inbox, sent);
    requireFieldsOfKind(kind, sent);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new AudiobookError('bad-value', `Option --inbox-field: ${error.message}`, { cause: error });
  }
  return jobRecordSchema.shape.fields.parse(presentFields(sent));
}
