import type { Pcm } from '../../core/pcm.ts';
import type { EspeakWord } from '../natural/phonemes/espeak-word.ts';
import type { EspeakVoice } from './espeak/espeak-voices.ts';

/** Message to an engine process. The next one may be sent after the reply. */
export type EngineRequest =
  | { readonly task: 'flite'; readonly voice: string; readonly text: string }
  | { readonly task: 'espeak'; readonly voice: string; readonly text: string }
  | { readonly task: 'espeak-words'; readonly voice: string; readonly text: string }
  | { readonly task: 'espeak-voices' };

/** Reply of an engine process: exactly one for each request. */
export type EngineReply =
  | { readonly pcm: Pcm }
  | { readonly words: readonly EspeakWord[] }
  | { readonly voices: readonly EspeakVoice[] }
  | { readonly failure: string };
