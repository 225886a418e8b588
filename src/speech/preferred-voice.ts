import { speaksLanguage } from './voices-for.ts';

/** The voice of the settings, and what a provider knows about voices. */
export interface VoiceChoice {
  /** BCP-47 code of the text. */
  readonly language: string;
  readonly preferred: string | undefined;
  /** BCP-47 codes of the languages that the preferred voice speaks; empty when unknown. */
  readonly languagesOf: (voice: string) => readonly string[];
  /** The provider's best voice for the language, or undefined when it has none. */
  readonly fallback: string | undefined;
}

/** Returns the preferred voice where it speaks the language or its languages are unknown; otherwise the fallback. */
export function preferredVoice({ language, preferred, languagesOf, fallback }: VoiceChoice): string | undefined {
  if (preferred === undefined) return fallback;
  return speaksLanguage(languagesOf(preferred), language) ? preferred : fallback;
}
