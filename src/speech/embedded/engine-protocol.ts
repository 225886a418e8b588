import type { Pcm } from '../../core/pcm.ts';
import type { EspeakVoice } from './espeak/espeak-voices.ts';

/** What an engine process can be asked; one request at a time. */
export type EngineRequest =
  | { readonly task: 'flite'; readonly voice: string; readonly text: string }
  | { readonly task: 'espeak'; readonly voice: string; readonly text: string }
  | { readonly task: 'espeak-voices' };

/** What comes back: exactly one of these for each request. */
export type EngineReply =
  | { readonly pcm: Pcm }
  | { readonly voices: readonly EspeakVoice[] }
  | { readonly failure: string };
