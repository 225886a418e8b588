import type { VoiceNature } from '../provider.ts';
import type { PacePrior } from './pace.ts';
import type { ServiceTrust } from './service-trust.ts';
import type { VoiceMemory } from './voice-pace.ts';

/** Options of a `SpeechCheck`. */
export interface SpeechCheckOptions {
  readonly prior?: PacePrior | undefined;
  /** Facts about the voice that earlier runs have learned. */
  readonly memory?: VoiceMemory | undefined;
  /** Hold the first answers back until the pace is known. Only when several segments are spoken at a time. */
  readonly holdBack?: boolean | undefined;
  /**
   * Of a voice that speaks a text in the `same` way each time, a slight problem, which another answer decides on, is none. One that
   * always speaks the `whole` text is judged by the structure of its sound alone.
   */
  readonly nature?: VoiceNature | undefined;
  /** The trust in the service. Shared by all voices of a run. */
  readonly trust?: ServiceTrust | undefined;
}
