import type { AudiobookError } from '../../core/errors.ts';
import { readErrorDetails } from '../call/error-details.ts';
import { httpFailure, isAboutModel } from '../call/http-failure.ts';
import type { FailedResponse } from '../call/http-failure.ts';
import { FormatRefusedError } from '../call/provider-errors.ts';

/** Statuses of servers that refuse a value, or lack a feature. */
const refusalStatuses = new Set([400, 406, 415, 422, 500, 501]);
const nameOfFormat = /\b(?:wav|flac|mp3|opus|aac)\b/iu;

/** Returns the error of an OpenAI-compatible server: `FormatRefusedError` where it says so, otherwise that of `httpFailure`. */
export function openaiFailure(response: FailedResponse): AudiobookError {
  const failure = httpFailure(response);
  return isAboutFormat(response) ? new FormatRefusedError(failure.message) : failure;
}

function isAboutFormat({ status, body }: FailedResponse): boolean {
  if (!refusalStatuses.has(status)) return false;
  const { reason, fields } = readErrorDetails(body);
  if (fields.has('response_format') || /\bresponse_format\b|\bformat\b.*\bsupport/iu.test(reason)) return true;
  // Names of voices may end like files.
  return status !== 500 && nameOfFormat.test(reason) && !/\b(?:voice|speaker)s?\b/iu.test(reason);
}

/** Reports whether a server refused the model. */
export function refusesModel({ status, body }: FailedResponse): boolean {
  if (![400, 404, 422].includes(status)) return false;
  const { reason, codes, fields } = readErrorDetails(body);
  return fields.has('model') || codes.has('model_not_found') || isAboutModel(reason);
}
