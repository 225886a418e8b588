import type { EnginePool } from '../engine-pool.ts';
import { dependencyVersion } from '../../dependency-version.ts';
import type { EspeakEngine } from './espeak-engine.ts';
import { espeakSystem } from './espeak-system.ts';
import type { EspeakVoice } from './espeak-voices.ts';

/** The program installed on this machine, or the package in JavaScript. */
export type EspeakBuild = 'system' | 'js';

/** Returns the first available build, or undefined. The system's is faster and starts at once; the other needs no installation. */
export async function findEspeak(
  builds: readonly EspeakBuild[],
  pool: EnginePool,
  signal: AbortSignal,
): Promise<EspeakEngine | undefined> {
  for (const build of builds) {
    const engine = build === 'system' ? await espeakSystem(pool) : await pooledEspeak(pool, signal);
    if (engine) return engine;
  }
  return undefined;
}

async function pooledEspeak(pool: EnginePool, signal: AbortSignal): Promise<EspeakEngine | undefined> {
  const version = await dependencyVersion('@echogarden/espeak-ng-emscripten');
  if (version === undefined) return undefined;
  return {
    version: `js ${version}`,
    voices: await pool.ask<readonly EspeakVoice[]>({ task: 'espeak-voices' }, signal),
    speak: async (voice, text, abort) => await pool.speak({ task: 'espeak', voice, text }, abort),
  };
}
