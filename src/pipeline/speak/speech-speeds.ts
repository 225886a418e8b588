import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { parseJson } from '../../core/http/parse-json.ts';

/** A voice of a provider, with the engine that speaks it. */
export interface SpeedKey {
  readonly provider: string;
  /** Result of `SpeechProvider.identity`. */
  readonly engine: string;
  readonly voice: string;
}

const speedSchema = z.object({
  charactersPerSecond: z.number().positive(),
  secondsPerCharacter: z.number().positive(),
  measuredOn: z.iso.date(),
});

/** The speed of a voice in the last run on this machine. */
export interface SpeechSpeed {
  /** Code points that were spoken in a second of waiting, with all requests in flight together. */
  readonly charactersPerSecond: number;
  /** Length of the speech for a code point, without pauses between segments. */
  readonly secondsPerCharacter: number;
  /** Day of the run, as `YYYY-MM-DD`. */
  readonly measuredOn: string;
}

/** Measured speeds of voices, in a file of the user's state folder. */
export interface SpeechSpeeds {
  /** Returns the last speed of a voice, or undefined when it was not measured. */
  find(key: SpeedKey): Promise<SpeechSpeed | undefined>;
  /** Keeps speeds for later runs. A run does not fail because it cannot. */
  keep(speeds: readonly (SpeedKey & Omit<SpeechSpeed, 'measuredOn'>)[]): Promise<void>;
  /** Returns the time from the last speech to the end of the last run with such an output, in milliseconds for each character. */
  finishing(output: string): Promise<number | undefined>;
  /** Keeps that time. */
  keepFinishing(output: string, msPerCharacter: number): Promise<void>;
}

const fileSchema = z.record(z.string(), speedSchema);
const finishingSchema = z.record(z.string(), z.number().nonnegative());

/** Voices that are remembered. Those measured longest ago are forgotten first. */
const maxVoices = 500;

/** Opens the measured speeds in a folder, which is made when something is kept. */
export function speechSpeeds(stateFolder: string): SpeechSpeeds {
  const file = path.join(stateFolder, 'speeds.json');
  const read = async (): Promise<z.infer<typeof fileSchema>> => {
    const text = await readFile(file, 'utf8').catch(() => '');
    return fileSchema.safeParse(parseJson(text)).data ?? {};
  };
  const finishingFile = path.join(stateFolder, 'finishing.json');
  const readFinishing = async (): Promise<z.infer<typeof finishingSchema>> => {
    const text = await readFile(finishingFile, 'utf8').catch(() => '');
    return finishingSchema.safeParse(parseJson(text)).data ?? {};
  };
  return {
    find: async (key) => (await read())[nameOf(key)],
    async keep(speeds) {
      if (speeds.length === 0) return;
      const measuredOn = new Date().toISOString().slice(0, 10);
      const known = new Map(Object.entries(await read()));
      for (const { charactersPerSecond, secondsPerCharacter, ...key } of speeds) {
        known.delete(nameOf(key));
        known.set(nameOf(key), { charactersPerSecond, secondsPerCharacter, measuredOn });
      }
      const latest = Object.fromEntries([...known].slice(-maxVoices));
      await writeState(file, latest);
    },
    finishing: async (output) => (await readFinishing())[output],
    async keepFinishing(output, msPerCharacter) {
      await writeState(finishingFile, { ...(await readFinishing()), [output]: msPerCharacter });
    },
  };
}

async function writeState(file: string, state: object): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(state, undefined, 2)}\n`, { makeFolder: true }).catch(() => undefined);
}

function nameOf({ provider, engine, voice }: SpeedKey): string {
  return JSON.stringify([provider, engine, voice]);
}
