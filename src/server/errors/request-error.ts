/** What can be wrong with a request before any conversion has begun; failures of a conversion are `ErrorCode`s. */
export type RequestErrorCode =
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-slow'
  | 'not-finished'
  | 'gone'
  | 'upload-too-large'
  | 'wrong-media-type'
  | 'bad-range'
  | 'missing-field'
  | 'idempotency-mismatch'
  | 'busy'
  | 'shutting-down'
  | 'disk-full';

/** A request that cannot be served as it stands; the message is for the caller and holds nothing of this machine. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: RequestErrorCode;

  constructor(code: RequestErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
