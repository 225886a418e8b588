import type { Delivery } from '../core/delivery.ts';
import type { Pcm } from '../core/pcm.ts';
import type { Setting, Settings } from '../core/settings.ts';
import type { SpokenPart } from '../text/lexicon/spoken-part.ts';

/** Hard limit of a provider for one request, in its own unit: Unicode code points or UTF-8 bytes. */
export interface TextLimit {
  readonly max: number;
  readonly unit: 'chars' | 'bytes';
}

/** A text to synthesize. */
export interface SpeechRequest {
  /** Text within the provider's limit. */
  readonly text: string;
  readonly voice: string;
  /** BCP-47 code. */
  readonly language: string;
  /** The text in parts, some of them with a pronunciation. Only for a voice that `readsIpa`. */
  readonly parts?: readonly SpokenPart[] | undefined;
  /** Speed relative to the voice's own, within the speeds of the voice. Default: 1. */
  readonly speed?: number | undefined;
  /** How it is said, as `VoiceFacts.delivery` of the voice names it: an instruction, a style or a tag. */
  readonly delivery?: string | undefined;
  /** Whether to return when each word begins, in `Pcm.words`. Audio without these times is as good. */
  readonly wantsWords?: boolean | undefined;
  /** Aborts the call. An abort never counts as a failure of the provider. */
  readonly signal: AbortSignal;
}

/** A voice of a provider. */
export interface Voice {
  /** Value for `--voice`. */
  readonly id: string;
  readonly name: string;
  /** BCP-47 code of the language it speaks. */
  readonly language: string;
  readonly gender?: 'female' | 'male' | undefined;
  /** Whether it sounds worse than the others by its maker's grade, so that it is the last choice. */
  readonly isWeak?: true | undefined;
  /** Whether a plain engine of this program speaks it: it needs nothing, and sounds like a machine. */
  readonly isPlain?: true | undefined;
}

/** State of a provider, with the reason when it cannot be used. */
export type Availability = { readonly available: true } | { readonly available: false; readonly reason: string };

/** Speeds relative to the voice's own. */
export interface SpeedRange {
  readonly min: number;
  readonly max: number;
}

/** The tempo of a voice: the service speaks `spoken` times as fast, and its audio is to be made `stretched` times as fast. */
export interface Tempo {
  readonly spoken: number;
  readonly stretched: number;
}

/** The facts that the price of a voice depends on. */
export interface Tariff {
  /** Name in the price table: provider and model, such as `polly/neural`. */
  readonly name: string;
  /** Whether the requests go to the vendor itself, so that its prices apply. */
  readonly isVendor: boolean;
  /** Returns the characters that are billed in addition to those of a text of this length. Default: none. */
  readonly extraCharacters?: ((characters: number) => number) | undefined;
}

/** The terms on which a service returns the starts of words. */
export interface WordTimes {
  /** As in `Tariff`. Absent when the times cost nothing. */
  readonly extraCharacters?: Tariff['extraCharacters'];
}

/**
 * What is known of how a voice makes its sound. `same`: it speaks a text in the same way each time, so that asking again shows
 * nothing. `whole`: it draws the lengths of all sounds of a text before it makes any, so that it cannot leave out or repeat
 * a part.
 */
export type VoiceNature = 'same' | 'whole';

/** Abilities of a speech service. They are known before it is called. */
export interface Capabilities {
  /** BCP-47 codes of the languages it speaks. Absent when they follow from its voices. */
  readonly languages?: readonly string[] | undefined;
  /** Speaking speeds that the service accepts; 1 is normal. Absent when the speed is fixed, or depends on the voice. */
  readonly speed?: SpeedRange | undefined;
  /** Whether the service reads SSML. */
  readonly ssml: boolean;
  /** Sample rate of its audio, in Hz, documented or asked for: audio at another rate is refused. Absent when it is not known. */
  readonly sampleRate?: number | undefined;
  /** Unit that the service bills. Absent when it bills nothing. */
  readonly priceUnit?: 'chars' | 'bytes' | 'tokens' | undefined;
}

/** What a run learns of a service, whatever its voice. The provider writes it, and it is kept for the next run. */
export interface ServiceHabits {
  /** Name of the audio format that it took. */
  format?: string | undefined;
  /** Length of the shortest text that it refused and whose halves it took, in UTF-16 code units. */
  refusedLength?: number | undefined;
}

/** Limits of the requests with a voice. */
export type VoiceLimits = Pick<SpeechProvider, 'timeoutMs' | 'concurrency'>;

/** What a voice can be told of a delivery. */
export interface TellableDelivery {
  /** `words`: an instruction in words. `styles`: one of the styles that the voice has. `tags`: a tag in the text. */
  readonly kind: 'words' | 'styles' | 'tags';
  /** Returns what the service is told, as `SpeechRequest.delivery`, or undefined for a manner that the voice does not have. */
  readonly told: (delivery: Delivery) => string | undefined;
  /** Returns the characters that are billed beside the text for what it is told. Default: none. */
  readonly billed?: ((told: string) => string) | undefined;
}

/** What a provider knows of one of its voices. Absent fields are those of the provider, or not known, or the voice has nothing of the kind. */
export interface VoiceFacts extends Partial<VoiceLimits> {
  readonly nature?: VoiceNature | undefined;
  /** Name for a credit in the tags of a file. Absent: its id. */
  readonly credit?: string | undefined;
  /** Speeds at which it can speak, undefined when it has one. Absent: `capabilities.speed`. */
  readonly speeds?: SpeedRange | undefined;
  /** The way it comes to the speed of the run. Absent: at its own speed. */
  readonly tempo?: Tempo | undefined;
  /** What its price depends on. Absent when nothing is billed. */
  readonly tariff?: Tariff | undefined;
  /** The terms on which the service reports when its words begin. Absent when it does not. */
  readonly wordTimes?: WordTimes | undefined;
  /** What it can be told of a delivery. Absent: it says one at another pace. */
  readonly delivery?: TellableDelivery | undefined;
  /** Whether it speaks the phonemes in `SpeechRequest.parts`. */
  readonly readsIpa?: boolean | undefined;
  /** Length of the texts that it speaks in one go, in the limit's unit. Absent: a text of the target comes soon enough. */
  readonly shortTarget?: number | undefined;
  /**
   * Returns a warning for text that it cannot speak well, with a way out, or undefined. The warning is the same for every text with
   * the same problem, so callers can remove duplicates.
   */
  readonly warningFor?: ((text: string) => string | undefined) | undefined;
}

/** Returns what is known of a voice, with the limits and speeds of its provider where it has none of its own. */
export function voiceFacts(provider: SpeechProvider, voice: string): VoiceFacts & VoiceLimits {
  const { timeoutMs, concurrency, capabilities } = provider;
  return { timeoutMs, concurrency, speeds: capabilities.speed, ...provider.facts?.(voice) };
}

/** A speech service. Deliberately narrow: deadlines, retries and checks are in `call/`, order and storage in the pipeline. */
export interface SpeechProvider extends AsyncDisposable {
  readonly id: string;
  readonly limit: TextLimit;
  readonly capabilities: Capabilities;
  /** Length of text that sounds best, in the limit's unit; usually far below the limit. */
  readonly target: number;
  /** Time for one request with a short text, in milliseconds; longer texts have more time. */
  readonly timeoutMs: number;
  /** Number of requests in flight: where to start and the maximum. */
  readonly concurrency: { readonly start: number; readonly max: number };
  /** What is learned of the service. It never shapes a plan, so that a run finds what an earlier one spoke. Absent: nothing is. */
  readonly habits?: ServiceHabits | undefined;
  /** Returns everything but text, voice and language that shapes the sound (model, engine and its version). Part of a segment's address. */
  identity(voice: string): string;
  /** Returns the best voice for a language of those that `voices` lists, or undefined when the provider has none. */
  defaultVoice(language: string, signal: AbortSignal): Promise<string | undefined>;
  /** Returns what is known of a voice. Callers ask `voiceFacts`. Absent: all voices are alike. */
  facts?(voice: string): VoiceFacts;
  /**
   * Returns the BCP-47 codes of the languages of a voice: `mul` for every language, empty when they are unknown. Throws `bad-value`
   * where the voice is known not to exist.
   */
  languagesOf(voice: string, signal: AbortSignal): Promise<readonly string[]>;
  /**
   * Returns complete audio for a text, in memory that only the caller has. Throws `provider-failed`, retryable or not, `bad-value` for
   * an unknown voice, and `provider-unavailable` for rejected credentials.
   */
  synthesize(request: SpeechRequest): Promise<Pcm>;
  /** Called with audio that `synthesize` returned and that turned out to be silent, cut or of another voice. */
  onSpoiled?(pcm: Pcm): void;
  /** Returns the voices for a language (BCP-47; a base code matches all its regions), or all voices for an empty one. */
  voices(language: string, signal: AbortSignal): Promise<readonly Voice[]>;
  /**
   * Returns the id of the voice that a name, or a word such as `plain`, means for a language, or the name itself. Throws `bad-value` for a
   * name that fits several. Absent: voices are chosen by their ids alone.
   */
  voiceNamed?(name: string, language: string): Promise<string>;
  /** Returns whether the provider can be used now. */
  availability(signal: AbortSignal): Promise<Availability>;
  /**
   * Returns how many seconds of speech a voice makes in a second on this machine: as measured, otherwise as on similar ones. Undefined
   * where nothing is known.
   */
  speedOf?(voice: string): Promise<number | undefined>;
  /** Begins to load what a voice needs for a language, by default its own. Its first text fails for it. Absent: there is nothing to load. */
  warmUp?(voice: string, language?: string): void;
  /** Returns the phonemes that a voice is given for a text, an utterance a line, or undefined for one that is given text. */
  phonemes?(request: SpeechRequest): Promise<string | undefined>;
  /**
   * Returns what the voice is given for a text, or undefined when that is the text itself. It shapes the sound, so it is part of
   * a segment's address, and the length of the audio is judged by it.
   */
  spokenParts?(request: Pick<SpeechRequest, 'text' | 'voice' | 'language'>): readonly SpokenPart[] | undefined;
  /** Reports whether the user wants nothing of a text in a language (BCP-47) spoken. Absent: never. */
  readonly isSilent?: ((text: string, language: string) => boolean) | undefined;
}

/** Entry of a provider in the registry: what is known before the provider is created. */
export interface ProviderDescription {
  readonly id: string;
  /** Other accepted ids, the neutral one of docs/specification.md first. */
  readonly aliases: readonly string[];
  readonly kind: 'local' | 'hosted' | 'embedded';
  readonly description: string;
  /** Terms that a user must know before using the provider. With them, the provider is never chosen by default, and every run warns. */
  readonly terms?: string | undefined;
  readonly limit: TextLimit;
  readonly capabilities: Capabilities;
  readonly settings: readonly Setting[];
  /** Creates the provider. SDKs are imported here or later, not at the start of the program. */
  readonly create: (settings: Settings) => Promise<SpeechProvider>;
}
