import { modelKinds } from '../../../voice-models/voice-model.ts';
import type { ModelKind } from '../../../voice-models/voice-model.ts';

/** Returns the family that the name of a natural voice begins with, as in `kokoro:af_heart`, or undefined for another voice. */
export function voiceFamily(voice: string): ModelKind | undefined {
  return modelKinds.find((kind) => voice.startsWith(voicePrefix(kind)));
}

/** Returns the first part of the names of a family's voices. */
export function voicePrefix(kind: ModelKind): string {
  return `${kind}:`;
}
