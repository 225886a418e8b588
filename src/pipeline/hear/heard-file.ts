import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Pcm } from '../../core/pcm.ts';
import type { Hearing } from '../../listening/engine/recognizer-protocol.ts';
import { jsonSort } from '../store/store.ts';

const missingSchema = z.object({
  text: z.string(),
  word: z.number(),
  place: z.enum(['start', 'inside', 'end']),
  at: z.number(),
  isLost: z.boolean(),
  phones: z.number(),
});

const surplusSchema = z.object({ phones: z.string(), isRepeated: z.boolean(), at: z.number() });

const hearingSchema: z.ZodType<Hearing> = z.object({
  verdict: z.enum(['heard', 'silent', 'lost', 'repeated', 'extra', 'other', 'unclear', 'too-short']),
  share: z.number(),
  missing: z.array(missingSchema),
  surplus: z.array(surplusSchema),
  transcript: z.string(),
});

/** What was heard of segments. Raise the version when the comparison changes: verdicts of before do not count then. */
export const hearingsSort = jsonSort('hearings', 1, z.object({ hearing: hearingSchema, isHealed: z.boolean() }));

/** The inputs of a verdict: the address of the segment, which has its text, the sound, and the id of the recognizer. */
export interface HeardKey {
  readonly address: string;
  readonly pcm: Pcm;
  readonly recognizer: string;
}

/** Returns the key of what a recognizer hears of a sound. */
export function heardKey({ address, recognizer, pcm: { samples, sampleRate } }: HeardKey): string {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return createHash('sha256').update(`${address} ${recognizer} ${sampleRate} `).update(bytes).digest('hex');
}
