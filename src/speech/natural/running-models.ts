import type { InstalledModel } from '../../voice-models/installed-models.ts';
import { lazily } from '../call/lazily.ts';
import { startModel } from './running-model.ts';
import type { ModelOptions, RunningModel } from './running-model.ts';
import { isSameKind, machineName, readSpeed } from './speed/model-speed.ts';
import type { NaturalVoice } from './voices/natural-voice.ts';

/** The models that speak, each started with the first request to one of its voices. Disposing ends their engines. */
export class RunningModels implements AsyncDisposable {
  readonly #version: string;
  readonly #options: ModelOptions;
  readonly #starts = new Map<string, () => Promise<RunningModel>>();
  readonly #started = new Set<RunningModel>();
  readonly #plain: Set<string>;
  #isClosed = false;

  /** `version` is that of the engine, `plain` the ids of the models that compute with floats in place of their integers (`plainModels`). */
  constructor(version: string, plain: ReadonlySet<string>, options: ModelOptions) {
    this.#version = version;
    this.#plain = new Set(plain);
    this.#options = options;
  }

  /** Process ids of the running engines. */
  get pids(): readonly number[] {
    return [...this.#started].flatMap(({ engine }) => engine.pid ?? []);
  }

  /** Reports whether a model computes with floats in place of its integers: decided when it speaks for the first time, at the latest. */
  isPlain({ model }: InstalledModel): boolean {
    return this.#plain.has(model.id);
  }

  /** Returns the model of a voice. A mix of speakers is a model of its own. Throws as `startModel`. */
  async of(voice: NaturalVoice): Promise<RunningModel> {
    const { id } = voice.installed.model;
    const key = voice.mix ? voice.id : id;
    const start = this.#starts.get(key) ?? lazily(async () => await startModel(voice, this.#version, this.#options));
    this.#starts.set(key, start);
    const model = await start();
    if (model.isPlain) this.#plain.add(id);
    this.#started.add(model);
    if (this.#isClosed) await model[Symbol.asyncDispose]();
    return model;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#started].map((model) => model[Symbol.asyncDispose]()));
  }
}

/** Returns the ids of the models that compute with floats in place of their integers on this machine. */
export async function plainModels(models: readonly InstalledModel[], version: string): Promise<ReadonlySet<string>> {
  const speeds = await Promise.all(models.map(async (one) => ({ id: one.model.id, speed: await readSpeed(one) })));
  const here = speeds.filter(({ speed }) => speed?.isPlain && isSameKind(speed.machine, machineName(version)));
  return new Set(here.map(({ id }) => id));
}
