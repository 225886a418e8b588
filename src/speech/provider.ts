import type { Pcm } from '../core/pcm.ts';
import type { Setting, Settings } from '../core/settings.ts';

/** A provider's hard limit for one request, in its own unit: Unicode code points or UTF-8 bytes. */
export interface TextLimit {
  readonly max: number;
  readonly unit: 'chars' | 'bytes';
}

export interface SpeechRequest {
  /** Text within the provider's limit. */
  readonly text: string;
  readonly voice: string;
  /** BCP-47 code. */
  readonly language: string;
  /** Aborts the call; an abort is never a provider's failure. */
  readonly signal: AbortSignal;
}

export interface Voice {
  /** What `--voice` takes. */
  readonly id: string;
  readonly name: string;
  /** BCP-47 code of the language it speaks. */
  readonly language: string;
  readonly gender?: 'female' | 'male';
}

export type Availability = { readonly available: true } | { readonly available: false; readonly reason: string };

/** A speech service, ready to be called. Deliberately narrow: retries, checks, order and storage belong to the pipeline. */
export interface SpeechProvider extends AsyncDisposable {
  readonly id: string;
  readonly limit: TextLimit;
  /** Length of text that sounds best, in the limit's unit; usually far below the limit. */
  readonly target: number;
  /** Requests in flight: where to start and where to stop. */
  readonly concurrency: { readonly start: number; readonly max: number };
  /** Everything but text, voice and language that shapes the sound (model, engine and its version): part of a segment's address. */
  identity(voice: string): string;
  /** The best voice for a language, or undefined when the provider has none. */
  defaultVoice(language: string): string | undefined;
  /** Whole audio for the text. Throws `AudiobookError` (`provider-failed`, retryable or not; `bad-value` for a voice it does not have). */
  synthesize(request: SpeechRequest): Promise<Pcm>;
  /** Voices that speak a language (BCP-47; a base code matches all its regions); all voices when it is empty. */
  voices(language: string, signal: AbortSignal): Promise<readonly Voice[]>;
  availability(signal: AbortSignal): Promise<Availability>;
  /** What of a text a voice is known to speak badly, as a sentence with the way out; the same sentence for every such text. */
  unsupportedText?(text: string, voice: string): string | undefined;
}

/** A provider's line in the registry: what is known before it is made. */
export interface ProviderDescription {
  readonly id: string;
  /** Other ids that are accepted wherever an id is, the service document's neutral one first. */
  readonly aliases: readonly string[];
  readonly kind: 'local' | 'hosted' | 'embedded';
  readonly description: string;
  readonly limit: TextLimit;
  readonly settings: readonly Setting[];
  /** Makes the provider; SDKs are imported here, not before. */
  readonly create: (settings: Settings) => Promise<SpeechProvider>;
}
