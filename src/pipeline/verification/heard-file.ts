import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { Hearing } from '../../listening/engine/recognizer-protocol.ts';

/** Raise when the comparison changes: verdicts of before do not count then. */
const format = 1;

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

const fileSchema = z.object({
  format: z.literal(format),
  sound: z.string(),
  recognizer: z.string(),
  hearing: hearingSchema,
  isHealed: z.boolean().default(false),
});

/** The inputs of a verdict apart from the text, which is part of the address. */
export interface HeardKey {
  /** Folder of the segment store. */
  readonly folder: string;
  /** Address of the segment. */
  readonly address: string;
  readonly pcm: Pcm;
  /** Id of the recognizer. */
  readonly recognizer: string;
}

/** The stored result of listening to a sound. */
interface KeptHearing {
  readonly hearing: Hearing;
  readonly isHealed: boolean;
}

/** Returns what was heard of the same sound before, or undefined. */
export async function readHearing(key: HeardKey): Promise<KeptHearing | undefined> {
  const text = await readFile(heardPath(key), 'utf8').catch(() => undefined);
  const found = text === undefined ? undefined : fileSchema.safeParse(parseJson(text)).data;
  if (found?.recognizer !== key.recognizer) return undefined;
  const { sound, hearing, isHealed } = found;
  return sound === soundOf(key) ? { hearing, isHealed } : undefined;
}

/** Keeps what was heard beside the segment. A failure costs only the time to hear it again. */
export async function writeHearing(key: HeardKey, kept: KeptHearing): Promise<void> {
  const content = JSON.stringify({ format, sound: soundOf(key), recognizer: key.recognizer, ...kept });
  await writeFileAtomic(heardPath(key), content, { makeFolder: true }).catch(() => undefined);
}

function heardPath({ folder, address }: HeardKey): string {
  return path.join(folder, address.slice(0, 2), `${address.slice(2)}.heard`);
}

function soundOf({ pcm: { samples, sampleRate } }: HeardKey): string {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return createHash('sha256').update(`${sampleRate} `).update(bytes).digest('hex');
}
