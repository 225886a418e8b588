import { untilAborted } from '../core/deadline.ts';
import { lazily } from './call/lazily.ts';
import { preferredVoice } from './preferred-voice.ts';
import type { SpeechProvider, Voice } from './provider.ts';
import { voicesFor } from './voices-for.ts';

/** Sources of a provider's voices. */
export interface VoiceSources {
  /** Asks the service for all its voices, in its own time limit. Absent when it cannot be asked. */
  readonly list?: (() => Promise<readonly Voice[]>) | undefined;
  /** Voices known without the service, best first: the order of preference, and the list when the service does not answer. */
  readonly builtIn: readonly Voice[];
  /** Voice of the settings. */
  readonly preferred?: string | undefined;
  /** Returns the languages that the name of a voice shows; empty when it shows none. */
  readonly languagesByName?: ((voice: string) => readonly string[]) | undefined;
  /** Orders voices that are not built in; the smallest is the best. Default: the order of the service. */
  readonly rank?: ((voice: Voice) => number) | undefined;
}

/** Everything that a provider knows about its voices, from one list. */
export interface VoiceCatalog extends Pick<SpeechProvider, 'voices' | 'defaultVoice' | 'languagesOf'> {
  /** Returns the service's list, otherwise the built-in one. Never throws. */
  all(signal: AbortSignal): Promise<readonly Voice[]>;
}

/** A service that did not list its voices is not asked again for this long: each question has its own time limit. */
const askAgainAfterMs = 30_000;

/** Returns the catalog over the voices of a provider. The service is asked once, when the voices are first needed. */
export function voiceCatalog(sources: VoiceSources): VoiceCatalog {
  const { builtIn, preferred, languagesByName, rank } = sources;
  const all = listOrBuiltIn(sources);
  const languagesIn = (voices: readonly Voice[], voice: string): readonly string[] => {
    const named = languagesByName?.(voice) ?? [];
    return named.length > 0 ? named : voices.filter(({ id }) => id === voice).map(({ language }) => language);
  };
  return {
    all,
    voices: async (language, signal) => voicesFor(await all(signal), language),
    async defaultVoice(language, signal) {
      const voices = await all(signal);
      const languagesOf = (voice: string): readonly string[] => languagesIn(voices, voice);
      return preferredVoice({ language, preferred, languagesOf, fallback: bestVoice(voices, language, builtIn, rank) });
    },
    languagesOf: async (voice, signal) => languagesIn(await all(signal), voice),
  };
}

function listOrBuiltIn({ list, builtIn }: VoiceSources): VoiceCatalog['all'] {
  if (!list) return async () => builtIn;
  const listed = lazily(list);
  let askAgainAtMs = 0;
  return async (signal) => {
    if (signal.aborted || performance.now() < askAgainAtMs) return builtIn;
    try {
      return await untilAborted(listed(), signal);
    } catch {
      if (!signal.aborted) askAgainAtMs = performance.now() + askAgainAfterMs;
      return builtIn;
    }
  };
}

/** Returns the first built-in voice for the language that is listed, otherwise the best listed one. */
function bestVoice(
  voices: readonly Voice[],
  language: string,
  builtIn: readonly Voice[],
  rank: NonNullable<VoiceSources['rank']> = () => 0,
): string | undefined {
  const listed = voicesFor(voices, language);
  const ids = new Set(listed.map(({ id }) => id));
  const best = voicesFor(builtIn, language).find(({ id }) => ids.has(id));
  return (best ?? listed.toSorted((a, b) => rank(a) - rank(b))[0])?.id;
}
