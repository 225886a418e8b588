import type { VoiceNature } from '../../src/speech/provider.ts';
import { VoiceMemory } from '../../src/speech/check/voice-memory.ts';

/** Creates the memory of a voice of this pace, in units of `speechUnits`; its tone has no pauses. */
export function knownVoice(unitsPerSecond = 15, sampleRate?: number, nature?: VoiceNature): VoiceMemory {
  const sample = { units: 150, uncertainty: 0, soundSeconds: 150 / unitsPerSecond, endPauses: [0, 0, 0] };
  const samples = { en: Array.from({ length: 20 }, () => sample) };
  return new VoiceMemory({
    prior: { secondsPerUnit: 1 / unitsPerSecond, uncertainty: 0.1 },
    learned: { sampleRate, samples },
    nature,
  });
}
