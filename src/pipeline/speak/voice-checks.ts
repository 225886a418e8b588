import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Manner } from '../../core/delivery.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { pacePrior } from '../../speech/check/pace-prior.ts';
import { SpeechCheck } from '../../speech/check/speech-check.ts';
import { ServiceTrust } from '../../speech/check/service-trust.ts';
import type { SpeechCheckOptions } from '../../speech/check/speech-check-options.ts';
import type { VoiceMemory } from '../../speech/check/voice-pace.ts';
import { folderStore } from '../store/folder-store.ts';
import { jsonSort } from '../store/store.ts';
import type { Store } from '../store/store.ts';

const sampleSchema = z.object({
  units: z.number().positive(),
  uncertainty: z.number().nonnegative(),
  soundSeconds: z.number().positive(),
  endPauses: z.array(z.number().nonnegative()),
  endsAbruptly: z.boolean().optional(),
  pitch: z.number().positive().optional(),
  depth: z.number().optional(),
  isTone: z.boolean().optional(),
});

const memorySchema = z.object({
  sampleRate: z.number().positive().optional(),
  samples: z.record(z.string(), z.array(sampleSchema)),
});

/** What runs learn about voices: their pace and their sample rates. Raise the version when the meaning of a sample changes. */
const voicesSort = jsonSort<VoiceMemory>('voices', 1, memorySchema);

/** The checks of a run, one per voice, with what earlier runs learned about each. */
export class VoiceChecks {
  readonly #provider: SpeechProvider;
  readonly #holdBack: boolean;
  readonly #memories: Store<VoiceMemory>;
  readonly #checks = new Map<string, Promise<SpeechCheck>>();
  /** The trust in the service, whatever its voice. */
  readonly trust = new ServiceTrust();

  /** `folder` is that of the segment store. */
  constructor(
    provider: SpeechProvider,
    folder: string,
    { holdBack = true }: Pick<SpeechCheckOptions, 'holdBack'> = {},
  ) {
    this.#holdBack = holdBack;
    this.#provider = provider;
    this.#memories = folderStore(folder, voicesSort);
  }

  /** Returns the check of a voice, or of a manner that the voice speaks in. */
  async for(voice: string, manner?: Manner): Promise<SpeechCheck> {
    const key = this.#key(voice, manner);
    const check = this.#checks.get(key) ?? this.#open(voice, key);
    this.#checks.set(key, check);
    return await check;
  }

  /** Keeps what was learned for the next run. */
  async save(): Promise<void> {
    for (const [key, check] of this.#checks) {
      const { memory } = await check;
      if (Object.keys(memory.samples).length === 0) continue;
      // A run does not fail because it cannot.
      await this.#memories.write(key, memory).catch(() => undefined);
    }
  }

  async #open(voice: string, key: string): Promise<SpeechCheck> {
    const memory = this.#withKnownRate(await this.#memories.read(key));
    const { tempo, nature } = this.#provider.facts?.(voice) ?? {};
    const prior = pacePrior(this.#provider.id, voice, tempo?.spoken);
    return new SpeechCheck({ prior, memory, holdBack: this.#holdBack, nature, trust: this.trust });
  }

  /** Drops what was learned from audio at a rate that is not the provider's. */
  #withKnownRate(memory: VoiceMemory | undefined): VoiceMemory | undefined {
    const { sampleRate } = this.#provider.capabilities;
    if (sampleRate === undefined || memory?.sampleRate === sampleRate) return memory;
    return { sampleRate, samples: memory?.sampleRate === undefined ? (memory?.samples ?? {}) : {} };
  }

  #key(voice: string, manner?: Manner): string {
    const { id } = this.#provider;
    return createHash('sha256')
      .update(JSON.stringify([id, this.#provider.identity(voice), voice, ...(manner === undefined ? [] : [manner])]))
      .digest('hex');
  }
}
