import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { EnginePool } from '../engine-pool.ts';
import type { EspeakEngine } from './espeak-engine.ts';
import { espeakSystem } from './espeak-system.ts';

export type EspeakBuild = 'system' | 'js';

/** The first of these builds that is here. The program is faster and starts at once; the other needs no installation. */
export async function findEspeak(
  builds: readonly EspeakBuild[],
  pool: EnginePool,
  signal: AbortSignal,
): Promise<EspeakEngine | undefined> {
  for (const build of builds) {
    const engine = build === 'system' ? await espeakSystem() : await pooledEspeak(pool, signal);
    if (engine) return engine;
  }
  return undefined;
}

async function pooledEspeak(pool: EnginePool, signal: AbortSignal): Promise<EspeakEngine | undefined> {
  const version = await dependencyVersion('@echogarden/espeak-ng-emscripten');
  if (version === undefined) return undefined;
  const listed = await pool.ask({ task: 'espeak-voices' }, signal);
  return {
    version: `js ${version}`,
    voices: 'voices' in listed ? listed.voices : [],
    async speak(voice, text, abort) {
      return await pool.speak({ task: 'espeak', voice, text }, abort);
    },
    // The processes are the pool's, which ends them.
    async [Symbol.asyncDispose]() {},
  };
}

/** Version of an installed package; undefined when it is not here, as an optional one may be. */
export async function dependencyVersion(name: string): Promise<string | undefined> {
  try {
    const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return /"version"\s*:\s*"([^"]+)"/u.exec(await readFile(file, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
