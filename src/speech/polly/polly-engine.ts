import { z } from 'zod';
import type { ParsedSetting } from '../../core/settings.ts';

const pollyEngineSchema = z.enum(['standard', 'neural', 'long-form', 'generative']);

/** Generation of Amazon Polly's voices. */
export type PollyEngine = z.infer<typeof pollyEngineSchema>;

/** Setting of the engine. */
export const pollyEngineSetting: ParsedSetting<PollyEngine> = {
  name: 'AWS_POLLY_ENGINE',
  description: 'engine: standard, neural, long-form or generative',
  default: 'neural',
  schema: pollyEngineSchema,
  expected: 'standard, neural, long-form or generative',
};
