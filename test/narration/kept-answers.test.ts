import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Generation, GenerateRequest, LanguageModel, StopReason } from '../../src/llm/language-model.ts';
import { cacheCompletions } from '../../src/narration/cache-completions.ts';
import { mapConcurrently } from '../../src/narration/map-concurrently.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();

/** Returns a model whose answers are numbered, with what it was asked for. */
function countingModel(stopReason: StopReason = 'complete'): {
  readonly model: LanguageModel;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const model: LanguageModel = {
    id: 'counting',
    limits: async () => ({ contextTokens: 8192 }),
    availability: async () => ({ available: true }),
    async generate({ userPrompt = '' }): Promise<Generation> {
      asked.push(userPrompt);
      return { text: `answer ${asked.length}`, stopReason, usage: {} };
    },
  };
  return { model, asked };
}

async function keptModel(model: LanguageModel, folder?: string) {
  const place = folder ?? (await temporaryFolder());
  return { folder: place, kept: cacheCompletions(model, (hash) => path.join(place, `${hash}.json`)) };
}

function ask(model: LanguageModel, userPrompt: string, more: Partial<GenerateRequest> = {}): Promise<Generation> {
  return model.generate({ userPrompt, signal, ...more });
}

describe('an answer that was accepted', () => {
  it('is known to a run with another seed, which asks only for what was refused', async () => {
    const { model, asked } = countingModel();
    const { kept } = await keptModel(model);
    for (const question of ['bad', 'good']) await (await ask(kept, question)).record?.(question === 'good');
    for (const question of ['bad', 'good']) await ask(kept, question, { seed: 7 });
    expect(asked).toEqual(['bad', 'good', 'bad']);
  });

  it('and is refused by a later run counts as refused from then on', async () => {
    const { model, asked } = countingModel();
    const { kept } = await keptModel(model);
    await (await ask(kept, 'Question', { seed: 1 })).record?.(true);
    await (await ask(kept, 'Question', { seed: 1 })).record?.(false);
    await ask(kept, 'Question', { seed: 1 });
    expect(asked).toHaveLength(1);
    await ask(kept, 'Question', { seed: 2 });
    expect(asked).toHaveLength(2);
  });
});

describe('an answer that was refused', () => {
  it('is known to the next run, by model, seed and request', async () => {
    const { model, asked } = countingModel();
    const { folder, kept } = await keptModel(model);
    const first = await ask(kept, 'Question', { seed: 1 });
    await first.record?.(false);
    const { kept: next } = await keptModel(model, folder);
    expect(await ask(next, 'Question', { seed: 1 })).toMatchObject({ text: 'answer 1' });
    expect(asked).toHaveLength(1);
    await ask(next, 'Question', { seed: 2 });
    await ask(next, 'Another question', { seed: 1 });
    await ask((await keptModel({ ...model, id: 'other' }, folder)).kept, 'Question', { seed: 1 });
    expect(asked).toHaveLength(4);
  });

  it('is asked for again after a day, an accepted one never', async () => {
    const { model, asked } = countingModel();
    const { folder, kept } = await keptModel(model);
    for (const question of ['bad', 'good']) await (await ask(kept, question)).record?.(question === 'good');
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name);
      const { askAgainAt, ...rest }: { askAgainAt?: number } = JSON.parse(await readFile(file, 'utf8'));
      const past = askAgainAt === undefined ? rest : { ...rest, askAgainAt: askAgainAt - 86_400_000 };
      await writeFile(file, JSON.stringify(past));
    }
    await ask(kept, 'bad');
    await ask(kept, 'good');
    expect(asked).toEqual(['bad', 'good', 'bad']);
  });

  it('before it is judged is kept, too: a killed run asks nothing twice', async () => {
    const { model, asked } = countingModel();
    const { folder, kept } = await keptModel(model);
    const questions = Array.from({ length: 8 }, (_, index) => `Question ${index}`);
    await mapConcurrently(questions, 8, async (question) => await ask(kept, question));
    const { kept: next } = await keptModel(model, folder);
    await mapConcurrently(questions, 8, async (question) => await ask(next, question));
    expect(asked.toSorted()).toEqual(questions);
  });

  it('because its prompt was too long is not kept: it cost nothing, and a larger context takes it', async () => {
    const { model, asked } = countingModel('prompt-too-long');
    const { kept } = await keptModel(model);
    for (let run = 0; run < 2; run += 1) await (await ask(kept, 'Question')).record?.(false);
    expect(asked).toHaveLength(2);
  });
});
