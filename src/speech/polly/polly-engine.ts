import { AudiobookError } from '../../core/errors.ts';

const engines = ['standard', 'neural', 'long-form', 'generative'] as const;
export type PollyEngine = (typeof engines)[number];

/** The engine of a setting's value. Throws `bad-value` with what there is. */
export function pollyEngine(value: string | undefined): PollyEngine {
  const engine = engines.find((known) => known === value);
  if (engine) return engine;
  throw new AudiobookError('bad-value', `AWS_POLLY_ENGINE is '${value}'; wanted ${engines.join(', ')}.`);
}
