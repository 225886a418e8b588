import { withDeadline } from '../../core/deadline.ts';
import { OverloadedError } from './overloaded-error.ts';

/** `withDeadline` of the core whose time up is a retryable `provider-failed` that says what was waited for. */
export async function withServiceDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { ms, what, signal }: { readonly ms: number; readonly what: string; readonly signal: AbortSignal },
): Promise<T> {
  const timeoutError = () => new OverloadedError(`${what} gave no whole answer within ${Math.round(ms / 100) / 10} s.`);
  return await withDeadline(work, { ms, signal, timeoutError });
}
