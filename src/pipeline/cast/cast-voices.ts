import { AudiobookError } from '../../core/errors.ts';
import { languageName, parseLanguage, sameLanguage } from '../../core/language.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { speaksLanguage } from '../../speech/voices-for.ts';
import { parseVoices } from '../options/parse-voices.ts';
import type { NamedVoices } from '../options/parse-voices.ts';

/** A voice and the language that the provider is given with it, as a BCP-47 code. */
export interface Speaker {
  readonly voice: string;
  readonly language: string;
}

/** The facts that decide on the voice of a text. */
export interface VoiceNeed {
  /** BCP-47 code. Default: the language of the book. */
  readonly language?: string | undefined;
  /** Name of the cast member who says it. Default: the narrator. */
  readonly role?: string | undefined;
}

/** The voices of a run, by the language of the text and who says it. */
export interface VoiceCast {
  /** Speaks the language of the book, and every language without a voice. */
  readonly main: Speaker;
  /** Name of the main voice for the tags of a file. */
  readonly credit: string;
  /** Chooses the voices for texts before any of them is spoken. Warns once per language that the provider lacks. */
  readonly prepare: (texts: Iterable<VoiceNeed>) => Promise<void>;
  /** Returns the speaker of a text; the main one for what was not prepared. */
  readonly speakerOf: (need: VoiceNeed) => Speaker;
  /** Returns the different voices chosen so far, the main one first. */
  readonly speakers: () => readonly Speaker[];
  /** Returns the voices of the narrator that were chosen so far by language, that of the book first. */
  readonly byLanguage: () => Readonly<Record<string, string>>;
}

/** Options of `castVoices`. */
export interface CastOptions {
  /** One voice or voices by language, as `parseVoices` reads them. Default: the provider's best for each language. */
  readonly voice?: string | undefined;
  /** BCP-47 code of the book, or of its translation. */
  readonly language: string;
  /** Voices of roles, by their names in the cast. A role without a voice is spoken by the narrator. */
  readonly roles?: ReadonlyMap<string, string> | undefined;
  /** `off` gives every text to the main voice. Default: `on`. */
  readonly languageSwitch?: 'on' | 'off' | undefined;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/**
 * Chooses the main voice of a run and returns the cast. Warns when a named voice does not speak the language of the book.
 * Throws `bad-value` when the provider has no voice for it and none is named.
 */
export async function castVoices(provider: SpeechProvider, options: CastOptions): Promise<VoiceCast> {
  const { language, languageSwitch = 'on' } = options;
  const named: NamedVoices = options.voice === undefined ? { byLanguage: new Map() } : parseVoices(options.voice);
  const run: Run = { ...options, provider, named, switches: languageSwitch === 'on' };
  const main = await mainSpeaker(run);
  const chosen = new Map<string, Speaker>([[language, main]]);
  const inRole = new Map<string, Speaker>();
  return {
    main,
    credit: provider.facts?.(main.voice).credit ?? main.voice,
    async prepare(texts) {
      const needs = new Map([...texts].map((need) => [needKey(need, language), need]));
      for (const [key, { language: spoken = language, role = '' }] of needs) {
        const voice = run.roles?.get(role);
        if (voice === undefined) await prepareLanguage(spoken);
        else if (!inRole.has(key)) {
          const own = await roleSpeaker(voice, spoken, run);
          const foreign = own ?? (await prepareLanguage(spoken));
          inRole.set(key, foreign === main ? await namedSpeaker(voice, language, run) : foreign);
        }
      }
    },
    speakerOf: (need) => inRole.get(needKey(need, language)) ?? chosen.get(need.language ?? language) ?? main,
    speakers() {
      const all = [...chosen.values(), ...inRole.values()];
      return all.filter(({ voice }, index) => all.findIndex((other) => other.voice === voice) === index);
    },
    byLanguage: () => Object.fromEntries([...chosen].map(([code, { voice }]) => [code, voice])),
  };

  async function prepareLanguage(spoken: string): Promise<Speaker> {
    const speaker = chosen.get(spoken) ?? (await speakerFor(spoken, main, run));
    chosen.set(spoken, speaker);
    return speaker;
  }
}

function needKey({ language, role = '' }: VoiceNeed, bookLanguage: string): string {
  return `${language ?? bookLanguage} ${role}`;
}

/** Returns the speaker of a role, or undefined for a foreign language that its voice does not speak. */
async function roleSpeaker(name: string, language: string, run: Run): Promise<Speaker | undefined> {
  const voice = await voiceNamed(name, run.language, run);
  if (await speaks(voice, language, run)) return { voice, language };
  return sameLanguage(language, run.language) ? await namedSpeaker(voice, language, run) : undefined;
}

interface Run extends CastOptions {
  readonly provider: SpeechProvider;
  readonly named: NamedVoices;
  readonly switches: boolean;
}

async function mainSpeaker(run: Run): Promise<Speaker> {
  const { provider, language, named, signal } = run;
  const voice = named.main ?? namedFor(language, named) ?? (await provider.defaultVoice(language, signal));
  if (voice !== undefined) return await namedSpeaker(voice, language, run);
  throw new AudiobookError(
    'bad-value',
    `Speech provider '${provider.id}' has no voice for the language '${language}'. Choose a voice, or another provider.`,
  );
}

/** Chooses who speaks a language that is not exactly the book's. */
async function speakerFor(language: string, main: Speaker, run: Run): Promise<Speaker> {
  const { provider, named, signal, warn } = run;
  const own = run.switches ? namedFor(language, named) : undefined;
  if (own !== undefined && own !== main.voice) return await namedSpeaker(own, language, run);
  if (await speaks(main.voice, language, run)) return { voice: main.voice, language };
  // Neither a code that names no language nor another region of the book's language changes the voice.
  const isForeign = parseLanguage(language) !== undefined && !sameLanguage(language, run.language);
  if (!isForeign || !run.switches) return main;
  const voice = await provider.defaultVoice(language, signal);
  if (voice !== undefined) return { voice, language };
  warn(
    `Speech provider '${provider.id}' has no voice for ${shown(language)}. The voice '${main.voice}' reads such passages as ${shown(main.language)}.`,
  );
  return main;
}

/** Returns the speaker for a voice that was named. Warns when it does not speak the language: it then reads as in its own. */
async function namedSpeaker(name: string, language: string, run: Run): Promise<Speaker> {
  const voice = await voiceNamed(name, language, run);
  if (await speaks(voice, language, run)) return { voice, language };
  const { provider, signal, warn } = run;
  const { languages: offered = [] } = provider.capabilities;
  const own = (await provider.languagesOf(voice, signal)).find((code) => parseLanguage(code) !== undefined);
  // A service that is given the language reads it correctly even in a foreign voice.
  const readsIt = offered.some((code) => sameLanguage(code, language));
  const speaker = { voice, language: readsIt || own === undefined ? language : own };
  const spoken = own === undefined ? '' : ` It is a voice for ${shown(own)}.`;
  warn(`The voice '${voice}' does not speak ${shown(language)}, the language of the text.${spoken}`);
  return speaker;
}

async function voiceNamed(name: string, language: string, { provider }: Run): Promise<string> {
  return (await provider.voiceNamed?.(name, language)) ?? name;
}

async function speaks(voice: string, language: string, { provider, signal }: Run): Promise<boolean> {
  if (!speaksLanguage(provider.capabilities.languages ?? [], language)) return false;
  return speaksLanguage(await provider.languagesOf(voice, signal), language);
}

/** Returns the voice that was named for the exact tag, otherwise for the language. */
function namedFor(language: string, { byLanguage }: NamedVoices): string | undefined {
  const exact = byLanguage.get(parseLanguage(language) ?? language);
  return exact ?? [...byLanguage].find(([code]) => sameLanguage(code, language))?.[1];
}

function shown(language: string): string {
  return `${languageName(language)} (${language})`;
}
