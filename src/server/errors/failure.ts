import { AudiobookError } from '../../core/errors.ts';
import { RequestError } from './request-error.ts';
import type { FailureCode } from './statuses.ts';

/** A failure as a caller is told of it. */
export interface Failure {
  readonly code: FailureCode;
  readonly detail: string;
}

/** Takes what must not leave this machine out of a text. */
export type Redact = (text: string) => string;

const bug = 'Something went wrong inside the service. The log has the details under the request or job id.';

/** Anything thrown as code and detail, without a path, a secret or a stack; what nobody foresaw is `internal`. */
export function toFailure(thrown: unknown, redact: Redact): Failure {
  if (thrown instanceof RequestError) return { code: thrown.code, detail: thrown.message };
  if (!(thrown instanceof AudiobookError) || thrown.code === 'internal') return { code: 'internal', detail: bug };
  return { code: thrown.code, detail: redact(thrown.message) };
}

/** Secret values become `***`; a path becomes its last name, which for an upload is the name it was sent with. */
export function createRedactor(secrets: readonly string[], folders: readonly string[]): Redact {
  const values = secrets.filter((secret) => secret.length >= minSecretLength);
  const ours = folders.map((folder) => new RegExp(`${escapeRegExp(folder)}[/\\\\](?:[^\\s'"]*[/\\\\])?`, 'gu'));
  return (text) => {
    const withoutOurs = ours.reduce((rest, folder) => rest.replaceAll(folder, ''), text);
    const withoutPaths = withoutOurs.replaceAll(absolutePath, '$1');
    return values.reduce((rest, value) => rest.replaceAll(value, '***'), withoutPaths);
  };
}

/** Shorter values would blank ordinary words. */
const minSecretLength = 6;

/** Not in an address: there the slash follows a letter, a colon or another slash. */
const absolutePath = /(?<![\w:/.~])(?:\/[^\s/'"<>]+)+\/([^\s/'"<>]+)/gu;

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
