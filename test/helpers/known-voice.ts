import { SpeechCheck } from '../../src/speech/check/speech-check.ts';

/** Creates a check that has heard a voice of this pace, in units of `speechUnits`; its tone has no pauses. */
export function knownVoice(unitsPerSecond = 15, sampleRate?: number): SpeechCheck {
  const sample = { units: 150, uncertainty: 0, soundSeconds: 150 / unitsPerSecond, endPauses: [0, 0, 0] };
  const samples = { en: Array.from({ length: 20 }, () => sample) };
  return new SpeechCheck({
    prior: { secondsPerUnit: 1 / unitsPerSecond, uncertainty: 0.1 },
    memory: { sampleRate, samples },
  });
}
