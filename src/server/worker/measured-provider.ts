import { toAudiobookError } from '../../core/errors.ts';
import type { ConversionTools } from '../../pipeline/conversion.ts';
import type { ProviderCall } from '../metrics.ts';

type Provider = ConversionTools['chosen']['provider'];

/** Returns a provider that reports the duration and error of every call, except of canceled ones. */
export function measuredProvider(provider: Provider, onCall: (call: ProviderCall) => void): Provider {
  const { id } = provider;
  return {
    ...provider,
    async synthesize(request) {
      const startedMs = performance.now();
      const seconds = (): number => (performance.now() - startedMs) / 1000;
      try {
        const pcm = await provider.synthesize(request);
        onCall({ provider: id, seconds: seconds() });
        return pcm;
      } catch (error) {
        if (!request.signal.aborted) onCall({ provider: id, seconds: seconds(), failed: toAudiobookError(error).code });
        throw error;
      }
    },
  };
}
