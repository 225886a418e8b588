import type { Cast, VoiceEntry } from '../../cast/cast-file.ts';
import type { Settings } from '../../core/settings.ts';
import { voiceFacts } from '../../speech/provider.ts';
import type { ProviderDescription, SpeechProvider } from '../../speech/provider.ts';
import { providers } from '../../speech/registry.ts';

/** Returns the voice that an entry of the cast has with a provider, or undefined. */
export function voiceWith(entry: VoiceEntry | undefined, provider: string): string | undefined {
  return typeof entry === 'string' || entry === undefined ? entry : entry[provider];
}

/** A provider whose voices are named `provider:voice` in a cast. */
interface Guest {
  readonly description: ProviderDescription;
  readonly provider: SpeechProvider;
}

/**
 * Returns the provider of a run with the voices of others that a cast names `provider:voice`, or the provider itself when there are
 * none. Disposing closes the others. Throws `bad-value` for an invalid setting of one.
 */
export async function withGuestVoices(
  provider: SpeechProvider,
  { narrator, quotations, characters }: Cast,
  {
    settings,
    signal,
    warn,
  }: { readonly settings: Settings; readonly signal: AbortSignal; readonly warn: (message: string) => void },
): Promise<SpeechProvider> {
  const entries = [narrator, quotations, ...characters.map(({ voice }) => voice)];
  const named = entries
    .flatMap((entry) => voiceWith(entry, provider.id) ?? [])
    .filter((voice) => guestOf(voice, provider) !== undefined);
  if (named.length === 0) return provider;
  // A voice of this provider may be named like another provider, as `kokoro:af_heart` of the embedded one.
  const own = new Set((await provider.voices('', signal)).map(({ id }) => id));
  const guests = new Map<string, Guest>();
  for (const voice of named.filter((each) => !own.has(each))) {
    const [prefix = ''] = splitVoice(voice);
    const description = guestOf(voice, provider);
    if (!description || guests.has(prefix)) continue;
    if (description.terms !== undefined) warn(description.terms);
    guests.set(prefix, { description, provider: await description.create(settings) });
  }
  return guests.size === 0 ? provider : together(provider, guests);
}

/** Returns the other provider that a voice is of by its name. */
function guestOf(voice: string, { id: own }: SpeechProvider): ProviderDescription | undefined {
  const [prefix] = splitVoice(voice);
  const found = providers.find(
    ({ id, aliases }) => prefix !== undefined && (id === prefix || aliases.includes(prefix)),
  );
  return found?.id === own ? undefined : found;
}

function splitVoice(voice: string): readonly [prefix: string, name: string] | readonly [] {
  const at = voice.indexOf(':');
  return at < 1 ? [] : [voice.slice(0, at), voice.slice(at + 1)];
}

/** Sends each voice to its provider. Lengths are those that all of them take. */
function together(main: SpeechProvider, guests: ReadonlyMap<string, Guest>): SpeechProvider {
  const all = [main, ...[...guests.values()].map(({ provider }) => provider)];
  const find: FindVoice = (voice) => {
    const [prefix = '', name = ''] = splitVoice(voice);
    const guest = guests.get(prefix);
    return guest ? { provider: guest.provider, voice: name } : { provider: main, voice };
  };
  const rates = new Set(all.map(({ capabilities }) => capabilities.sampleRate));
  return {
    ...main,
    limit: {
      max: Math.min(...all.map(({ limit }) => limit.max)),
      // A text has at least as many bytes as characters.
      unit: all.some(({ limit }) => limit.unit === 'bytes') ? 'bytes' : 'chars',
    },
    target: Math.min(...all.map(({ target }) => target)),
    timeoutMs: Math.max(...all.map(({ timeoutMs }) => timeoutMs)),
    capabilities: { ...main.capabilities, sampleRate: rates.size === 1 ? main.capabilities.sampleRate : undefined },
    identity(given) {
      const { provider, voice } = find(given);
      return provider === main ? main.identity(voice) : `${provider.id} ${provider.identity(voice)}`;
    },
    async languagesOf(given, signal) {
      const { provider, voice } = find(given);
      return await provider.languagesOf(voice, signal);
    },
    async synthesize(request) {
      const { provider, voice } = find(request.voice);
      return await provider.synthesize({ ...request, voice });
    },
    async availability(signal) {
      const answers = await Promise.all(all.map((provider) => provider.availability(signal)));
      return answers.find(({ available }) => !available) ?? { available: true };
    },
    facts(given) {
      const { provider, voice } = find(given);
      return voiceFacts(provider, voice);
    },
    spokenParts(request) {
      const { provider, voice } = find(request.voice);
      return provider.spokenParts?.({ ...request, voice });
    },
    async [Symbol.asyncDispose]() {
      // The run that opened the main provider closes it.
      for (const { provider } of guests.values()) await provider[Symbol.asyncDispose]();
    },
  };
}

type FindVoice = (voice: string) => { readonly provider: SpeechProvider; readonly voice: string };
