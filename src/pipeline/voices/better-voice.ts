import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { Settings } from '../../core/settings.ts';
import { engineMayRun } from '../../speech/natural/engine/engine-state.ts';
import { memoryBudget } from '../../speech/natural/speed/engine-setting.ts';
import { modelMemory } from '../../speech/natural/speed/model-memory.ts';
import { voicesOf } from '../../speech/natural/voices/natural-voice.ts';
import { speaksLanguage } from '../../speech/voices-for.ts';
import { dataFolder } from '../../voice-models/data-folder.ts';
import { bestModel } from '../../voice-models/find-models.ts';
import { naturalModels } from '../../voice-models/included-models.ts';
import { readCatalog } from '../../voice-models/read-catalog.ts';
import type { VoiceModel } from '../../voice-models/voice-model.ts';

/**
 * Returns the model that gives a language (BCP-47) a natural voice, or undefined where one is here, none exists, or the
 * engine has no build for this machine. Does not try the engine: that takes a process, and most callers only print a hint.
 */
export async function betterVoice(language: string, settings: Settings): Promise<VoiceModel | undefined> {
  const catalog = await readCatalog(settings);
  const budget = memoryBudget();
  // A better voice that does not fit would push the machine into its swap.
  const model = bestModel(language, catalog.filter(fitsInto(budget))) ?? bestModel(language, catalog);
  if (model === undefined) return undefined;
  const voices = (await naturalModels(dataFolder(settings))).flatMap(voicesOf);
  const isSpoken = voices.some(({ languages }) => speaksLanguage(languages, language));
  return isSpoken || !engineMayRun() ? undefined : model;
}

function fitsInto(budget: number): (model: VoiceModel) => boolean {
  return (model) => {
    const memory = modelMemory({ model });
    return memory.model + memory.call <= budget;
  };
}

const declinedSchema = z.object({ declined: z.array(z.string()) });

/** Reports whether the offer of a model was declined. */
export async function isDeclined({ id }: VoiceModel, settings: Settings): Promise<boolean> {
  return (await readDeclined(settings)).includes(id);
}

/** Remembers that the offer of a model was declined. A folder that cannot be written makes the question come again. */
export async function decline({ id }: VoiceModel, settings: Settings): Promise<void> {
  const declined = [...new Set([...(await readDeclined(settings)), id])];
  const content = `${JSON.stringify({ declined })}\n`;
  await writeFileAtomic(declinedFile(settings), content, { makeFolder: true }).catch(() => undefined);
}

async function readDeclined(settings: Settings): Promise<readonly string[]> {
  const text = await readFile(declinedFile(settings), 'utf8').catch(() => '');
  return declinedSchema.safeParse(parseJson(text)).data?.declined ?? [];
}

function declinedFile(settings: Settings): string {
  return path.join(dataFolder(settings), 'declined-voices.json');
}
