import type { ConcurrencyRange } from '../core/gate/adaptive-concurrency.ts';
import { Gate } from '../core/gate/gate.ts';

/** The gates of a run: one for each service, whichever of its models is asked. */
export class ModelGates {
  readonly #gates = new Map<string, Gate>();

  /** Returns the gate of a service, opened with the range of the first call. */
  at(service: string, range: ConcurrencyRange): Gate {
    const gate = this.#gates.get(service) ?? new Gate(range);
    this.#gates.set(service, gate);
    return gate;
  }
}
