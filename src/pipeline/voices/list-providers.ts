import { toAudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Capabilities, ProviderDescription, SpeechProvider, TextLimit } from '../../speech/provider.ts';
import { providers } from '../../speech/registry.ts';
import { everyLanguage } from '../../speech/voices-for.ts';

/** A speech provider and its current availability. */
export interface ProviderStatus {
  readonly id: string;
  /** Neutral id (docs/specification.md, "Speech providers"). */
  readonly alias?: string | undefined;
  readonly kind: string;
  readonly about: string;
  readonly available: boolean;
  /** Why it is not available. */
  readonly reason?: string | undefined;
  /** Set for a provider with terms, which is never chosen by default. */
  readonly onlyWhenNamed?: true | undefined;
  readonly limit: TextLimit;
  /** With the languages of the listed voices, unless these speak every language. */
  readonly capabilities: Capabilities;
  /** Default voice for English. */
  readonly defaultVoice?: string | undefined;
}

/** Returns all speech providers with their availability, checked concurrently. */
export async function listProviders(settings: Settings, signal: AbortSignal): Promise<readonly ProviderStatus[]> {
  return await Promise.all(providers.map((description) => statusOf(description, settings, signal)));
}

async function statusOf(
  { id, aliases, kind, description: about, terms, limit, capabilities, create }: ProviderDescription,
  settings: Settings,
  signal: AbortSignal,
): Promise<ProviderStatus> {
  const described = {
    id,
    kind,
    about,
    limit,
    alias: aliases[0],
    onlyWhenNamed: terms === undefined ? undefined : (true as const),
  };
  try {
    await using provider = await create(settings);
    const availability = await provider.availability(signal);
    const { available } = availability;
    const reason = availability.available ? undefined : availability.reason;
    // A service that is only used when it is named is not asked for a list, either.
    if (terms !== undefined) return { ...described, available, reason, capabilities };
    // A service that cannot be used is not asked for its voices.
    const limited = availability.available
      ? AbortSignal.any([signal, AbortSignal.timeout(listMs)])
      : AbortSignal.abort();
    return {
      ...described,
      available,
      reason,
      capabilities: { ...provider.capabilities, languages: await spokenLanguages(provider, limited) },
      defaultVoice: await provider.defaultVoice('en', limited),
    };
  } catch (thrown) {
    // One invalid setting must not hide the other providers.
    return { ...described, capabilities, available: false, reason: toAudiobookError(thrown).message };
  }
}

/** Time for the list of voices of one provider: a slow service must not hold up the others. */
const listMs = 3000;

/** Returns the languages of a provider, sorted: those it names, otherwise those of its voices. Undefined when these speak every language. */
async function spokenLanguages(provider: SpeechProvider, signal: AbortSignal): Promise<readonly string[] | undefined> {
  const { languages: named } = provider.capabilities;
  if (named !== undefined) return named;
  const listed = await provider.voices('', signal).catch(() => []);
  const languages = new Set(listed.map(({ language }) => language));
  if (languages.size === 0 || languages.has(everyLanguage)) return undefined;
  return [...languages].toSorted();
}
