import type { SpeechProvider } from '../provider.ts';

/** Returns the provider, asked to return with its audio when each word begins, of the voices that can. */
export function withWordTimes(provider: SpeechProvider): SpeechProvider {
  return {
    ...provider,
    synthesize: (request) =>
      provider.synthesize(provider.facts?.(request.voice).wordTimes ? { ...request, wantsWords: true } : request),
    facts(voice) {
      const facts = provider.facts?.(voice) ?? {};
      const extraCharacters = facts.wordTimes?.extraCharacters;
      return facts.tariff && extraCharacters ? { ...facts, tariff: { ...facts.tariff, extraCharacters } } : facts;
    },
  };
}
