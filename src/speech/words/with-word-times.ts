import type { SpeechProvider, WordTimes } from '../provider.ts';

/** Returns the provider, asked to return with its audio when each word begins. Unchanged where its voices cannot. */
export function withWordTimes(provider: SpeechProvider): SpeechProvider {
  if (!provider.wordTimes) return provider;
  const wordTimes = (voice: string): WordTimes | undefined => provider.wordTimes?.(voice);
  return {
    ...provider,
    synthesize: (request) =>
      provider.synthesize(wordTimes(request.voice) === undefined ? request : { ...request, wantsWords: true }),
    tariff(voice) {
      const own = provider.tariff?.(voice);
      const extraCharacters = wordTimes(voice)?.extraCharacters;
      return own && extraCharacters ? { ...own, extraCharacters } : own;
    },
  };
}
