import { withDeadline } from '../../core/deadline.ts';
import { NoResponseError } from './provider-errors.ts';

/** Runs `work` with a signal that also fires after `ms`. Throws `NoResponseError` when the time is up, naming the service. */
export async function withServiceDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { ms, serviceName, signal }: { readonly ms: number; readonly serviceName: string; readonly signal: AbortSignal },
): Promise<T> {
  const timeoutError = () => new NoResponseError(`${serviceName} sent no complete response within ${seconds(ms)} s.`);
  return await withDeadline(work, { ms, signal, timeoutError });
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
