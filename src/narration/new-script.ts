import type { Block, Chapter } from '../core/book.ts';
import { AudiobookError } from '../core/errors.ts';
import { sameLanguage } from '../core/language.ts';
import { countWordsOf } from '../text/count-words.ts';
import { addChapterTitle } from './add-chapter-title.ts';
import type { ChapterTools } from './chapter-tools.ts';
import type { ChapterScript } from './kept-script.ts';
import type { NarrationOptions, NumberedChapter } from './narration.ts';
import type { ScriptStep } from './narration-event.ts';
import { writeRetelling } from './retelling/write-retelling.ts';
import type { ScriptExpectation } from './script-expectation.ts';
import { expectationOf, inTurns } from './tasks/task.ts';
import { translateBlocks } from './translation/translate-blocks.ts';
import { withTitle } from './translation/translation-batches.ts';

/** The tools of a chapter whose script is written. */
interface ScriptTools extends ChapterTools {
  readonly onStep: (step: ScriptStep) => void;
  readonly onPiece: (piece: number, pieces: number) => void;
}

/**
 * Returns a chapter with a new script: with its title, translated, and directed or told in other words as requested. Throws what the
 * models throw.
 */
export async function newScript({ index, chapter }: NumberedChapter, tools: ScriptTools): Promise<ChapterScript> {
  const translated = await translatedChapter(await titledChapter(chapter, tools), tools);
  const { title, blocks } = translated;
  if (tools.director) {
    const operations = await tools.director.direct(index, blocks, tools);
    return { title, blocks, operations, origin: 'directed' };
  }
  const expectation = expectedScript(tools);
  if (tools.prompt === '' || expectation.direction || isShort(translated)) {
    return { title, blocks, operations: [], origin: blocks === chapter.blocks ? 'unchanged' : 'written' };
  }
  const told = await retoldBlocks(translated, expectation, tools);
  return { title, blocks: told, operations: [], origin: 'written' };
}

/** Reports whether the book is spoken in another language than its own. */
export function isTranslated({ translation, language }: Translating): boolean {
  return translation !== undefined && !sameLanguage(language, translation.target);
}

/** Chapters with fewer words are spoken unchanged (docs/specification.md, "Tasks and prompts"). */
const minChapterWords = 200;

/** Reports whether a chapter is too short to be told in other words. */
export function isShort({ blocks }: Pick<Chapter, 'blocks'>): boolean {
  return countWordsOf(blocks) < minChapterWords;
}

/** The languages of a narration. */
export type Translating = Pick<NarrationOptions, 'language'> & {
  readonly translation?: Pick<NonNullable<NarrationOptions['translation']>, 'target'> | undefined;
};

async function titledChapter(
  chapter: Chapter,
  { model, translation, language, signal }: ScriptTools,
): Promise<Chapter> {
  const titler = model ?? translation?.model;
  return titler ? await addChapterTitle(chapter, { model: titler, language, signal }) : chapter;
}

async function translatedChapter(chapter: Chapter, tools: ScriptTools): Promise<Chapter> {
  const { translation, language, signal, parameters = {} } = tools;
  if (!translation || sameLanguage(language, translation.target)) return chapter;
  const sources = withTitle(chapter);
  await translation.glossary.learn(translation.chapters, { ...translation, language, signal });
  const [title, ...rest] = await translateBlocks(sources, { ...tools, ...translation, parameters });
  if (!title) return chapter;
  return { ...chapter, title: title.text, blocks: sources === chapter.blocks ? [title, ...rest] : rest };
}

function expectedScript({ task, prompt, hosts }: ScriptTools): ScriptExpectation {
  const expectation = expectationOf(task, prompt);
  return hosts === 2 ? inTurns(expectation) : expectation;
}

async function retoldBlocks(
  chapter: Chapter,
  expectation: ScriptExpectation,
  tools: ScriptTools,
): Promise<readonly Block[]> {
  const { model, task, translation, language } = tools;
  if (!model) throw new AudiobookError('bad-value', `The task '${task.name}' needs a language model.`);
  return await writeRetelling(chapter, {
    ...tools,
    model,
    language: translation && isTranslated(tools) ? translation.target : language,
    expectation,
    parameters: task.getLlmParams(tools.parameters),
  });
}
