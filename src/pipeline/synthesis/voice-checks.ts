import type { SpeechProvider } from '../../speech/provider.ts';
import { pacePrior } from '../../speech/check/pace-prior.ts';
import { SpeechCheck } from '../../speech/check/speech-check.ts';
import { ServiceTrust } from '../../speech/check/service-trust.ts';
import type { SpeechCheckOptions } from '../../speech/check/speech-check-options.ts';
import type { VoiceMemory } from '../../speech/check/voice-pace.ts';
import { readVoiceMemory, voiceMemoryPath, writeVoiceMemory } from './voice-memory.ts';

/** The checks of a run, one per voice, with what earlier runs learned about each. */
export class VoiceChecks {
  readonly #provider: SpeechProvider;
  readonly #holdBack: boolean;
  readonly #folder: string;
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
    this.#folder = folder;
  }

  /** Returns the check of a voice. */
  async for(voice: string): Promise<SpeechCheck> {
    const check = this.#checks.get(voice) ?? this.#open(voice);
    this.#checks.set(voice, check);
    return await check;
  }

  /** Keeps what was learned for the next run. */
  async save(): Promise<void> {
    for (const [voice, check] of this.#checks) await writeVoiceMemory(this.#path(voice), (await check).memory);
  }

  async #open(voice: string): Promise<SpeechCheck> {
    const memory = this.#withKnownRate(await readVoiceMemory(this.#path(voice)));
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

  #path(voice: string): string {
    const { id } = this.#provider;
    return voiceMemoryPath(this.#folder, { provider: id, engine: this.#provider.identity(voice), voice });
  }
}
