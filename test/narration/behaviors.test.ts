import { describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import type { Chapter } from '../../src/core/book.ts';
import type { LanguageModel } from '../../src/llm/language-model.ts';
import { Judge } from '../../src/narration/judge/judge.ts';
import { writeRetelling } from '../../src/narration/retelling/write-retelling.ts';
import { builtinTasks } from '../../src/narration/tasks/task-registry.ts';
import { taskConfig } from '../../src/narration/tasks/task.ts';
import { samplePath } from '../books/build.mjs';
import { honestJudgement, isForJudge, toldModel } from '../helpers/told-model.ts';
import { behaviors, nonsense } from './corpus/behaviors.ts';
import { retoldChapters } from './corpus/retellings.ts';

const { signal } = new AbortController();
const [english] = retoldChapters;
const good = english?.good.flatMap((text) => text.split('\n\n')) ?? [];

function chapterOf(text: string): Chapter {
  const blocks = text.split('\n\n').map((part) => ({ kind: 'paragraph', text: part, document: '' }) as const);
  return { title: 'One', titleSource: 'contents', blocks };
}

/** Returns what is heard of a chapter, or undefined where its script is refused. */
async function heard(chapter: Chapter, task: string, model: LanguageModel): Promise<string | undefined> {
  const chosen = builtinTasks().get(task) ?? taskConfig({ name: task, prompt: '' });
  const { prompt, expectation } = chosen;
  const chapters = [chapter.blocks.map(({ text }) => text).join('\n\n')];
  const judge = new Judge({ model, chapters, language: 'en', signal });
  const given = {
    prompt,
    expectation,
    parameters: chosen.getLlmParams(),
    model,
    judge,
    language: 'en',
    bookTitle: 'B',
    signal,
  };
  const blocks = await writeRetelling(chapter, given).catch(() => undefined);
  return blocks?.map(({ text }) => text).join(' ');
}

async function outcomes(isJudgeHonest: boolean) {
  const spoken: string[] = [];
  const lost: string[] = [];
  for (const { name, answer, remark } of behaviors) {
    const model = toldModel((request) =>
      isForJudge(request) && isJudgeHonest
        ? honestJudgement(request, remark === undefined ? [] : [remark])
        : answer(good),
    );
    const text = await heard(chapterOf(english?.chapter ?? ''), 'podcast', model);
    if (remark !== undefined && text?.includes(remark)) spoken.push(name);
    if (remark === undefined && !good.every((paragraph) => text?.includes(paragraph))) lost.push(name);
  }
  return { spoken, lost };
}

describe('a podcast of a model with bad habits', () => {
  it('is heard without its remarks, where a model judges its script', async () => {
    expect(behaviors.length).toBeGreaterThanOrEqual(100);
    expect(await outcomes(true)).toEqual({ spoken: [], lost: [] });
  });

  it('is mostly heard without them, where no model judges it', async () => {
    const { spoken, lost } = await outcomes(false);
    expect(lost).toEqual([]);
    expect(spoken.length, spoken.join('\n')).toBeLessThanOrEqual(3);
  });
});

describe.each(['summary', 'podcast', 'lecture', 'meditation'])(
  'a %s of a model that always says one sentence',
  (task) => {
    it('is refused', async () => {
      const { chapters } = await readBook(samplePath, { signal });
      const kept: unknown[] = [];
      for (const chapter of chapters.slice(1, 4))
        for (const sentence of nonsense) {
          const text = await heard(
            chapter,
            task,
            toldModel(() => sentence),
          );
          if (text !== undefined) kept.push([chapter.title, sentence]);
        }
      expect(kept).toEqual([]);
    });
  },
);
