import { AudiobookError, canceled } from '../core/errors.ts';
import { connectionReason, errorMessageIn, messageText, retryAfter } from '../core/failed-response.ts';
import { parseJson } from '../core/parse-json.ts';

/** What a service answered when it gave no text. */
export interface FailedModelResponse {
  /** The service and model, for a person. */
  readonly modelName: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const retryableStatuses = new Set([408, 409, 425, 429]);

const advice: Readonly<Record<number, string>> = {
  401: ' Check the key.',
  402: ' Check the account.',
  403: ' Check the key.',
  404: ' Check the name of the model and the address.',
};

/** An HTTP status that is not success, as an error that knows whether a retry can help. */
export function modelError({ modelName: who, status, headers, body }: FailedModelResponse): AudiobookError {
  const parsed = parseJson(body);
  const said = errorMessageIn(parsed) ?? messageText(body);
  const message = `${who} answered ${status}${said ? `: ${said}` : ''}.${advice[status] ?? ''}`.replace(
    /\.\.(?= |$)/u,
    '.',
  );
  if (status in advice) return new AudiobookError('model-unavailable', message);
  const hopeless = /insufficient_quota|exceeded your current quota/iu.test(body);
  const retryable = (status >= 500 || retryableStatuses.has(status)) && !hopeless;
  const retryAfterMs = retryAfter(headers) ?? retryInfo(body);
  return new AudiobookError('model-failed', message, {
    retryable,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** Whether a failure says that the prompt is longer than the model's context: smaller pieces help, a retry does not. */
export function isPromptTooLong(status: number, body: string): boolean {
  return (
    (status === 400 || status === 413) &&
    /context.?(?:length|window)|prompt is too long|too many (?:input )?tokens|exceeds? the (?:maximum|available)[^.]*(?:token|context)/iu.test(
      body,
    )
  );
}

/** What was thrown around a connection as our error: an abort keeps its reason, everything unknown is a broken connection. */
export function connectionError(thrown: unknown, who: string, signal: AbortSignal): AudiobookError {
  if (signal.aborted) return canceled(signal);
  if (thrown instanceof AudiobookError) return thrown;
  const message = `${who} cannot be reached or broke off: ${connectionReason(thrown)}.`;
  return new AudiobookError('model-failed', message, { retryable: true, cause: thrown });
}

/** Google says how long to wait in the body: `{"@type":"…RetryInfo","retryDelay":"12s"}`. */
function retryInfo(body: string): number | undefined {
  const seconds = /"retryDelay"\s*:\s*"([\d.]+)s"/u.exec(body)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
