import { AudiobookError } from '../../core/errors.ts';
import { parseOptions } from '../../pipeline/options/option.ts';
import type { Option, OptionGroup, OptionValues } from '../../pipeline/options/option.ts';
import { RequestError } from '../errors/request-error.ts';

/** The fields of a form or query as a caller sent them. */
export type SentFields = Readonly<Record<string, unknown>>;

/**
 * Returns the values of the fields of a form or query. Throws `malformed` for a bad value or an unknown field and
 * `missing-field` for a missing one.
 */
export function parseFields<Group extends OptionGroup>(group: Group, fields: SentFields): OptionValues<Group> {
  const options = new Map(Object.entries(group).map(([name, option]) => [option.field, { name, option }]));
  const sent = presentFields(fields);
  const unknown = Object.keys(sent).filter((field) => !options.has(field));
  if (unknown.length > 0) {
    const shown = unknown.join("', '").slice(0, 100);
    throw new RequestError('malformed', `Unknown field '${shown}'. Expected ${[...options.keys()].join(', ')}.`);
  }
  for (const [field = '', { option }] of options) {
    if (option.required && sent[field] === undefined) {
      throw new RequestError('missing-field', `Field '${field}' is missing.`);
    }
  }
  return fieldValues(
    group,
    sent,
    (field, error) => new RequestError('malformed', `Field '${field}': ${error.message}`),
  );
}

/** Returns the values of fields that were checked before, such as those of a job on disk. Throws `bad-value`. */
export function fieldValues<Group extends OptionGroup>(
  group: Group,
  fields: SentFields,
  toError: (field: string, error: AudiobookError) => Error = (_field, error) => error,
): OptionValues<Group> {
  const values = Object.entries<Option>(group).map(([name, { field = '' }]) => {
    try {
      return parseOptions(group, { [name]: fields[field] });
    } catch (error) {
      throw error instanceof AudiobookError ? toError(field, error) : error;
    }
  });
  return Object.assign({}, ...values);
}

/** Returns the fields that have a value. An empty text counts as absent, and so does `null`, except as a password. */
export function presentFields(fields: SentFields): SentFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== '' && (value !== 'null' || name === 'password')),
  );
}
