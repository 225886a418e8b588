import { asSentence } from '../../core/strings/as-sentence.ts';
import { AudiobookError } from '../../core/errors.ts';
import { connectionCodes } from '../../core/http/failed-response.ts';

/** A service is overloaded: it said so, or did not respond in time. Always retryable; fewer requests help. */
export class OverloadedError extends AudiobookError {
  constructor(message: string, options: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {}) {
    super('provider-failed', message, { ...options, retryable: true });
  }
}

/** A service did not respond in time. Unlike a refusal, that is not a sign of life. */
export class NoResponseError extends OverloadedError {}

/** A service reported success, but its audio is damaged, incomplete or can be of no text. A retry or a shorter text can help. */
export class SpoiledAudioError extends AudiobookError {
  /** Whether it is intact audio, such as silence. */
  readonly isSound: boolean;

  constructor(message: string, { isSound = false, retryable = true, cause }: SpoiledAudioOptions = {}) {
    super('provider-failed', message, { retryable, cause });
    this.isSound = isSound;
  }
}

/** Options of a `SpoiledAudioError`. */
export interface SpoiledAudioOptions {
  /** Default: true. */
  readonly retryable?: boolean | undefined;
  readonly cause?: unknown;
  readonly isSound?: boolean | undefined;
}

/** The service is down for good as far as this run is concerned: no other text can succeed either. */
export class ServiceDownError extends AudiobookError {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super('provider-failed', message, options);
  }
}

/** The text, or a sentence in it, is too long for one request. Shorter texts can succeed. */
export class TextTooLongError extends AudiobookError {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super('provider-failed', message, options);
  }
}

/** The service, or the plan of the account, does not have the audio format that was requested. Another one can succeed. */
export class FormatRefusedError extends AudiobookError {
  constructor(message: string) {
    super('provider-failed', message);
  }
}

/** A provider cannot be used: it does not run, is not configured, or the service rejects the credentials. */
export class UnavailableError extends AudiobookError {
  constructor(providerId: string, reason: string, options: { readonly cause?: unknown } = {}) {
    // A server that is not running is no matter of credentials.
    const isUnreachable = connectionCodes.some((code) => reason.includes(code));
    const cure = isUnreachable
      ? 'Is it running, and is its address right?'
      : 'Check its configuration and credentials.';
    const message = `Speech provider '${providerId}' is not available: ${asSentence(reason)} ${cure}`;
    super('provider-unavailable', message, options);
  }
}

/** Returns a `provider-unavailable` error as one that names the provider, any other thrown value unchanged. */
export function withProviderId(thrown: unknown, providerId: string): unknown {
  const isNameless = thrown instanceof AudiobookError && thrown.code === 'provider-unavailable';
  if (!isNameless || thrown instanceof UnavailableError) return thrown;
  return new UnavailableError(providerId, thrown.message, { cause: thrown });
}
