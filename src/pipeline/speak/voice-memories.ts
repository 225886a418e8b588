import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Manner } from '../../core/delivery.ts';
import type { ServiceHabits, SpeechProvider } from '../../speech/provider.ts';
import { findingKinds } from '../../speech/check/evidence/finding.ts';
import { pacePrior } from '../../speech/check/pace-prior.ts';
import { ServiceTrust } from '../../speech/check/service-trust.ts';
import { VoiceMemory } from '../../speech/check/voice-memory.ts';
import type { LearnedVoice } from '../../speech/check/voice-pace.ts';
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
  rest: z.number().optional(),
  found: z.array(z.enum(findingKinds)).optional(),
  isTone: z.boolean().optional(),
});

const memorySchema = z.object({
  sampleRate: z.number().positive().optional(),
  samples: z.record(z.string(), z.array(sampleSchema)),
  /** Of the service, whatever its voice. */
  habits: z.object({ format: z.string().optional(), refusedLength: z.number().positive().optional() }).optional(),
});

interface Learned extends LearnedVoice {
  readonly habits?: ServiceHabits | undefined;
}

/** What runs learn about voices and their services: paces and sample rates. Raise the version when the meaning of a sample changes. */
const voicesSort = jsonSort<Learned>('voices', 1, memorySchema);

/** What is known of the voices of a run, one memory for each, with what earlier runs learned about it. */
export class VoiceMemories {
  readonly #provider: SpeechProvider;
  readonly #learned: Store<Learned>;
  #recalled: Promise<void> | undefined;
  readonly #memories = new Map<string, Promise<VoiceMemory>>();
  /** The trust in the service, whatever its voice. */
  readonly trust = new ServiceTrust();

  /** `folder` is that of the segment store. */
  constructor(provider: SpeechProvider, folder: string) {
    this.#provider = provider;
    this.#learned = folderStore(folder, voicesSort);
  }

  /** Returns the memory of a voice, or of a manner that the voice speaks in. */
  async for(voice: string, manner?: Manner): Promise<VoiceMemory> {
    await (this.#recalled ??= this.#recallService());
    const key = this.#key(voice, manner);
    const memory = this.#memories.get(key) ?? this.#open(voice, key);
    this.#memories.set(key, memory);
    return await memory;
  }

  /** Keeps what was learned for the next run. */
  async save(): Promise<void> {
    for (const [key, memory] of this.#memories) {
      const { learned } = await memory;
      if (Object.keys(learned.samples).length === 0) continue;
      await this.#write(key, learned);
    }
    const { habits } = this.#provider;
    if (habits && Object.keys(habits).length > 0) await this.#write(this.#key(''), { samples: {}, habits });
  }

  /** A run does not fail because it cannot. */
  async #write(key: string, learned: Learned): Promise<void> {
    await this.#learned.write(key, learned).catch(() => undefined);
  }

  async #recallService(): Promise<void> {
    const { habits } = this.#provider;
    if (!habits) return;
    const known = await this.#learned.read(this.#key(''));
    Object.assign(habits, { ...known?.habits, ...habits });
  }

  async #open(voice: string, key: string): Promise<VoiceMemory> {
    const learned = this.#withKnownRate(await this.#learned.read(key));
    const { tempo, nature } = this.#provider.facts?.(voice) ?? {};
    const prior = pacePrior(this.#provider.id, voice, tempo?.spoken);
    return new VoiceMemory({ prior, learned, nature, trust: this.trust });
  }

  /** Drops what was learned from audio at a rate that is not the provider's. */
  #withKnownRate(learned: LearnedVoice | undefined): LearnedVoice | undefined {
    const { sampleRate } = this.#provider.capabilities;
    if (sampleRate === undefined || learned?.sampleRate === sampleRate) return learned;
    return { sampleRate, samples: learned?.sampleRate === undefined ? (learned?.samples ?? {}) : {} };
  }

  #key(voice: string, manner?: Manner): string {
    const { id } = this.#provider;
    return createHash('sha256')
      .update(JSON.stringify([id, this.#provider.identity(voice), voice, ...(manner === undefined ? [] : [manner])]))
      .digest('hex');
  }
}
