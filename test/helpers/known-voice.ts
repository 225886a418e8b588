import type { VoiceNature } from '../../src/speech/provider.ts';
import { VoiceMemory } from '../../src/speech/check/voice-memory.ts';

/** Units of a second at the pace that voices have by themselves. */
const usualUnits = 15;

/** Creates the memory of a voice that was asked for this pace, in units of `speechUnits`; its tone has no pauses. */
export function knownVoice(unitsPerSecond = usualUnits, sampleRate?: number, nature?: VoiceNature): VoiceMemory {
  const sample = { units: 150, uncertainty: 0, soundSeconds: 150 / unitsPerSecond, endPauses: [0, 0, 0] };
  const samples = { en: Array.from({ length: 20 }, () => sample) };
  return new VoiceMemory({
    prior: { secondsPerUnit: 1 / unitsPerSecond, uncertainty: 0.1, speed: unitsPerSecond / usualUnits },
    learned: { sampleRate, samples },
    nature,
  });
}
