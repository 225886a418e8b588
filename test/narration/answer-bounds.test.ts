import { describe, expect, it } from 'vitest';
import type { Chapter } from '../../src/core/book.ts';
import type { GenerateRequest, LanguageModel } from '../../src/llm/language-model.ts';
import type { ScriptStep } from '../../src/narration/narration-event.ts';
import { writeRetelling } from '../../src/narration/retelling/write-retelling.ts';
import { builtinTasks } from '../../src/narration/tasks/task-registry.ts';
import { expectationOf } from '../../src/narration/tasks/task.ts';
import { numberedChapter } from '../helpers/narration-book.ts';
import { isForJudge, toldModel } from '../helpers/told-model.ts';

/** Asks for a script, and returns the requests for its parts and the steps. */
async function retell(
  chapter: Chapter,
  taskName: string,
  { reply = () => '', completionTokens }: { reply?: (request: GenerateRequest) => string; completionTokens?: number },
): Promise<{ readonly requests: readonly GenerateRequest[]; readonly steps: readonly ScriptStep[] }> {
  const task = builtinTasks().get(taskName);
  if (!task) throw new Error(`no task ${taskName}`);
  const told = toldModel(reply);
  const model: LanguageModel = { ...told, limits: async () => ({ contextTokens: 100_000, completionTokens }) };
  const steps: ScriptStep[] = [];
  const { prompt } = task;
  await writeRetelling(chapter, {
    model,
    prompt,
    expectation: expectationOf(task, prompt),
    parameters: task.getLlmParams(),
    language: 'en',
    bookTitle: 'A book',
    allowGaps: true,
    signal: new AbortController().signal,
    onStep: (step) => steps.push(step),
  }).catch(() => undefined);
  return { requests: told.requests.filter((request) => !isForJudge(request)), steps };
}

/** A chapter of so many words. */
function chapterOf(words: number): Chapter {
  return numberedChapter(0, Math.ceil(words / 30)).chapter;
}

describe('the answer to a request for a script', () => {
  it.for([
    ['summary', 0.9],
    ['lecture', 2],
  ] as const)('of a %s has at most %d times the tokens of the text', async ([task, share]) => {
    const chapter = chapterOf(600);
    const bytes = Buffer.byteLength(chapter.blocks.map(({ text }) => text).join('\n\n'));
    const { requests } = await retell(chapter, task, {});
    expect(requests.length).toBeGreaterThan(0);
    for (const { numPredict = Infinity } of requests) expect(numPredict).toBeLessThanOrEqual((bytes / 3) * share + 201);
  });

  it('is as long as the model can write at once, so that a long chapter is one request', async () => {
    const chapter = chapterOf(5000);
    const [first] = (await retell(chapter, 'podcast', { completionTokens: 16_384 })).requests;
    expect(first?.userPrompt).toContain(chapter.blocks.at(-1)?.text);
    const short = await retell(chapter, 'podcast', {});
    expect(short.requests.every(({ numPredict = Infinity }) => numPredict <= 4096)).toBe(true);
    expect(short.requests.some(({ userPrompt = '' }) => userPrompt.includes('Part 2:'))).toBe(true);
  });
});

it('a part that is refused twice is a gap once, and not asked for again as too short', async () => {
  const { requests, steps } = await retell(chapterOf(600), 'summary', { reply: () => '{"script": ["No."]}' });
  expect(requests).toHaveLength(2);
  expect(steps.map(({ action }) => action)).toEqual(['asked-again', 'gap']);
});
