import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';

/** Returns a function that does something, and what it threw the last time. */
export function useAttempt(): {
  readonly error: Signal<unknown>;
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
} {
  const error = useSignal<unknown>(undefined);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    error.value = undefined;
    try {
      await work();
    } catch (thrown) {
      error.value = thrown;
    }
  };
  return { error, attempt };
}
