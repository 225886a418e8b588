import { escapePattern } from '../../core/strings/escape-pattern.ts';
import { AudiobookError } from '../../core/errors.ts';
import { narratedConversionOptions } from '../../pipeline/options/conversion-options.ts';
import type { Option } from '../../pipeline/options/option.ts';
import { RequestError } from './request-error.ts';
import type { FailureCode } from './statuses.ts';

/** An error as a caller receives it. */
export interface Failure {
  readonly code: FailureCode;
  readonly detail: string;
}

/** Removes paths and secrets from a text, and names fields of a form instead of flags. */
export type Redact = (text: string) => string;

const internalDetail = 'Internal error. The service log has the details under the request or job id.';

/** Returns the code and the redacted message of a thrown value. Unexpected values become `internal`. */
export function toFailure(thrown: unknown, redact: Redact): Failure {
  if (thrown instanceof RequestError) return { code: thrown.code, detail: thrown.message };
  if (!(thrown instanceof AudiobookError) || thrown.code === 'internal')
    return { code: 'internal', detail: internalDetail };
  return { code: thrown.code, detail: redact(thrown.message) };
}

const fields: ReadonlyMap<string, string> = new Map(
  Object.values<Option>(narratedConversionOptions).flatMap(({ flag, field }) =>
    flag === undefined || field === undefined ? [] : [[flag.replace(/^(?:-\w, )?(--[\w-]+).*$/u, '$1'), field]],
  ),
);

/** Replaces the flags of the command line in a message by the fields of a form, and commands that list by their requests. */
function withFields(message: string): string {
  return message
    .replaceAll(/'audiobook voices --provider (\w+)'/gu, 'GET /voices?provider=$1')
    .replaceAll("'audiobook chapters'", 'POST /plan')
    .replaceAll(/--[a-z][\w-]*/gu, (flag) => (fields.has(flag) ? `the field ${fields.get(flag)}` : flag));
}

/**
 * Returns a function that replaces secrets by `***`, absolute paths by their last name (of an upload, the name it was sent with), and flags by the
 * fields of a form.
 */
export function createRedactor(secrets: readonly string[], folders: readonly string[]): Redact {
  const values = secrets.filter((secret) => secret.length >= minSecretLength);
  const folderPatterns = folders.map(
    (folder) => new RegExp(`${escapePattern(folder)}[/\\\\](?:[^\\s'"]*[/\\\\])?`, 'gu'),
  );
  return (text) => {
    const withoutFolders = folderPatterns.reduce((rest, pattern) => rest.replaceAll(pattern, ''), withFields(text));
    const withoutPaths = withoutFolders.replaceAll(absolutePath, '$1');
    return values.reduce((rest, value) => rest.replaceAll(value, '***'), withoutPaths);
  };
}

/** Shorter values would match ordinary words. */
const minSecretLength = 6;

/** Does not match in a URL: there the slash follows a letter, a colon or another slash. */
const absolutePath = /(?<![\w:/.~])(?:\/[^\s/'"<>]+)+\/([^\s/'"<>]+)/gu;
