import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Pcm } from '../../core/pcm.ts';
import type { EnginePool } from './engine-pool.ts';
import { espeakSystem } from './espeak-system.ts';
import type { EspeakVoice } from './espeak-voices.ts';

/** One of the two builds of espeak-ng: the program of this machine, or the one in JavaScript. */
export interface EspeakEngine extends AsyncDisposable {
  /** Which build, and its version. */
  readonly version: string;
  readonly voices: readonly EspeakVoice[];
  /** `voice` is the name of a voice file. */
  speak(voice: string, text: string, signal: AbortSignal): Promise<Pcm>;
}

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
  const version = await packageVersion('@echogarden/espeak-ng-emscripten');
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
export async function packageVersion(name: string): Promise<string | undefined> {
  try {
    const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return /"version"\s*:\s*"([^"]+)"/u.exec(await readFile(file, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
