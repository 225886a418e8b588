import type { ModelKind } from '../../../voice-models/voice-model.ts';
import { kitten } from './kitten.ts';
import { kokoro } from './kokoro.ts';
import { piper } from './piper.ts';
import { supertonic } from './supertonic.ts';
import type { VoiceKind } from './voice-kind.ts';

/** Families of models by name. */
export const kinds: Readonly<Record<ModelKind, VoiceKind>> = { kokoro, supertonic, piper, kitten };
