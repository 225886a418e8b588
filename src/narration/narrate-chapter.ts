import type { LanguageModel } from '../llm/language-model.ts';
import { countWordsOf } from '../text/count-words.ts';
import type { ChapterTools } from './chapter-tools.ts';
import { keptScript } from './kept-script.ts';
import type { NarratedChapter, NumberedChapter } from './narration.ts';
import type { NarrationEvent, ScriptStep } from './narration-event.ts';
import { newScript } from './new-script.ts';
import { fingerprintOf } from './script-fingerprint.ts';
import { originBySteps } from './script-origin.ts';
import { removeScriptFile, scriptPath, writeScriptFile } from './script/script-file.ts';
import { blocksToScript } from './script/script-text.ts';
import { withOriginal } from './translation/with-original.ts';

/** Returns a chapter as it is to be spoken: from its script file where that still fits, otherwise with a new script. */
export async function narrateChapter(
  { index, chapter }: NumberedChapter,
  given: ChapterTools,
): Promise<NarratedChapter> {
  const tools = withPriority(given, index);
  const emit = (event: NarrationEvent): void => tools.onEvent?.(event);
  const steps: ScriptStep[] = [];
  const onStep = (step: ScriptStep): void => {
    steps.push(step);
    emit({ type: 'script-step', chapter: index, step });
  };
  const onPiece = (piece: number, pieces: number): void =>
    emit({ type: 'script-piece', chapter: index, piece, pieces });
  emit({ type: 'script-start', chapter: index, title: chapter.title });
  const scriptFile = scriptPath(tools.folder, index + 1, chapter.title);
  const kept = await keptScript({ index, chapter }, tools);
  const renamed = kept ? undefined : await removeScriptFile(scriptFile);
  if (renamed !== undefined) emit({ type: 'script-renamed', chapter: index, path: renamed });
  const script = kept ?? (await newScript({ index, chapter }, { ...tools, onStep, onPiece }));
  if (!kept) {
    const fingerprint = fingerprintOf(chapter, tools);
    const { title, blocks, operations } = script;
    const source = blocksToScript(chapter.blocks);
    const text = blocksToScript(blocks, operations);
    await writeScriptFile(scriptFile, { title, fingerprint, steps, script: text }, source);
    await tools.translation?.glossary.save();
  }
  const words = countWordsOf(script.blocks);
  const taken = kept?.steps ?? steps;
  const origin = originBySteps(script, taken, chapter.blocks);
  emit({ type: 'script-end', chapter: index, title: script.title, origin, words });
  return { index, scriptFile, ...withOriginal(script, chapter, tools), origin, steps: taken };
}

/** Of the requests that wait, those for earlier chapters are sent first: their scripts are needed first. */
function withPriority(tools: ChapterTools, priority: number): ChapterTools {
  const prioritized = (model: LanguageModel): LanguageModel => ({
    ...model,
    generate: (request) => model.generate({ ...request, priority }),
  });
  const { model, translation } = tools;
  return {
    ...tools,
    model: model && prioritized(model),
    translation: translation && { ...translation, model: prioritized(translation.model) },
  };
}
