import type { Pcm } from '../../core/pcm.ts';
import type { ServiceHabits, SpeechRequest } from '../provider.ts';
import { FormatRefusedError, TextTooLongError } from './provider-errors.ts';

/**
 * Returns a function that requests audio in the first of the formats that the service does not refuse, and remembers it. Throws the
 * last `FormatRefusedError` where it refuses all of them.
 */
export function inBestFormat<Format extends string>(
  formats: readonly Format[],
  habits: Pick<ServiceHabits, 'format'>,
  requestIn: (format: Format, request: SpeechRequest) => Promise<Pcm>,
): (request: SpeechRequest) => Promise<Pcm> {
  return async (request) => {
    const start = Math.max(
      0,
      formats.findIndex((format) => format === habits.format),
    );
    // A service that was changed since may have those before it now.
    const order = [...formats.slice(start), ...formats.slice(0, start)];
    let refusal: unknown;
    for (const format of order) {
      try {
        const pcm = await requestIn(format, request);
        habits.format = format;
        return pcm;
      } catch (thrown) {
        if (thrown instanceof TextTooLongError) habits.format = format;
        if (!(thrown instanceof FormatRefusedError)) throw thrown;
        refusal = thrown;
      }
    }
    throw refusal;
  };
}
