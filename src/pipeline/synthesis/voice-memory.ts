import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { VoiceMemory } from '../../speech/check/voice-pace.ts';
import type { SegmentIdentity } from './store/segment-store.ts';

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

/** Raise when the meaning of a sample changes. */
const format = 1;

/** Returns the file in the segment store that keeps what runs learn about a voice: its pace and its sample rate. */
export function voiceMemoryPath(
  folder: string,
  { provider, engine, voice }: Omit<SegmentIdentity, 'language' | 'text'>,
): string {
  const address = createHash('sha256')
    .update(JSON.stringify([format, provider, engine, voice]))
    .digest('hex');
  return path.join(folder, 'voices', `${address}.json`);
}

/** Returns what earlier runs learned about a voice, or undefined when there is nothing or the file is damaged. */
export async function readVoiceMemory(file: string): Promise<VoiceMemory | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : memorySchema.safeParse(parseJson(text)).data;
}

/** Keeps what was learned about a voice. A run does not fail because it cannot. */
export async function writeVoiceMemory(file: string, memory: VoiceMemory): Promise<void> {
  if (Object.keys(memory.samples).length === 0) return;
  await writeFileAtomic(file, JSON.stringify(memory), { makeFolder: true }).catch(() => undefined);
}
