import type { PacePrior } from './pace.ts';

/** A voice of which nothing is known: between a third and three times the usual pace. */
export const unknownPace: PacePrior = { secondsPerUnit: 0.06, uncertainty: 0.45 };

/** Usual paces by the start of "provider voice". The plain embedded voices are measured, the others' narrators differ less than unknown ones. */
const paces: readonly (readonly [string, PacePrior])[] = [
  ['embedded flite:', { secondsPerUnit: 0.0525, uncertainty: 0.1 }],
  ['embedded espeak:', { secondsPerUnit: 0.05, uncertainty: 0.2 }],
  // From published words a minute.
  ['embedded kokoro:', { secondsPerUnit: 0.062, uncertainty: 0.25 }],
  ['embedded supertonic:', { secondsPerUnit: 0.0625, uncertainty: 0.25 }],
  ['embedded piper:', { secondsPerUnit: 0.06, uncertainty: 0.3 }],
  ['embedded kitten:', { secondsPerUnit: 0.07, uncertainty: 0.3 }],
  ['kokoro ', { secondsPerUnit: 0.062, uncertainty: 0.2 }],
  ['polly ', { secondsPerUnit: 0.062, uncertainty: 0.2 }],
  ['google ', { secondsPerUnit: 0.062, uncertainty: 0.2 }],
  ['azure ', { secondsPerUnit: 0.06, uncertainty: 0.2 }],
  ['edge ', { secondsPerUnit: 0.06, uncertainty: 0.2 }],
  // Cloned and designed voices.
  ['elevenlabs ', { secondsPerUnit: 0.06, uncertainty: 0.3 }],
  // Any server and voice can be behind these.
  ['openai ', { secondsPerUnit: 0.062, uncertainty: 0.35 }],
  ['qwen ', { secondsPerUnit: 0.062, uncertainty: 0.35 }],
];

/** Returns what is known of the pace of a provider's voice before it has spoken, at a speed relative to its own. */
export function pacePrior(provider: string, voice: string, speed = 1): PacePrior {
  const name = `${provider} ${voice}`;
  const own = paces.find(([start]) => name.startsWith(start))?.[1] ?? unknownPace;
  return speed === 1 ? own : { ...own, secondsPerUnit: own.secondsPerUnit / speed, speed };
}
