import { toAudiobookError } from '../../core/errors.ts';
import type { ConversionTools } from '../../pipeline/conversion.ts';
import type { ProviderCall } from '../metrics.ts';

type Provider = ConversionTools['chosen']['provider'];

/** Returns a provider that reports the duration and error of every call, except of canceled ones. */
export function measuredProvider(provider: Provider, onCall: (call: ProviderCall) => void): Provider {
  const { id } = provider;
  return {
    id,
    limit: provider.limit,
    capabilities: provider.capabilities,
    target: provider.target,
    timeoutMs: provider.timeoutMs,
    concurrency: provider.concurrency,
    identity: (voice) => provider.identity(voice),
    defaultVoice: (language, signal) => provider.defaultVoice(language, signal),
    languagesOf: (voice, signal) => provider.languagesOf(voice, signal),
    voices: (language, signal) => provider.voices(language, signal),
    availability: (signal) => provider.availability(signal),
    ...(provider.unsupportedText && { unsupportedText: (text, voice) => provider.unsupportedText?.(text, voice) }),
    ...(provider.speedsOf && { speedsOf: (voice) => provider.speedsOf?.(voice) }),
    ...(provider.readsIpa && { readsIpa: (voice) => provider.readsIpa?.(voice) ?? false }),
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
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
