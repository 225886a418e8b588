/** Codes of errors found before a conversion starts. Conversions fail with an `ErrorCode`. */
export type RequestErrorCode =
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-slow'
  | 'not-finished'
  | 'not-failed'
  | 'wrong-state'
  | 'gone'
  | 'precondition-failed'
  | 'upload-too-large'
  | 'wrong-media-type'
  | 'bad-range'
  | 'missing-field'
  | 'idempotency-mismatch'
  | 'too-many-attempts'
  | 'busy'
  | 'quota-exceeded'
  | 'shutting-down'
  | 'queue-unavailable'
  | 'disk-full';

/** An error in a request. The message is for the caller and contains neither paths nor secrets. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: RequestErrorCode;

  constructor(code: RequestErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
