import { createHash } from 'node:crypto';
import type { Block, Chapter } from '../core/book.ts';
import { AudiobookError } from '../core/errors.ts';
import { sameLanguage } from '../core/language.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import { countWordsOf } from '../text/count-words.ts';
import { addChapterTitle } from './add-chapter-title.ts';
import type { Glossary } from './translation/glossary.ts';
import type { NarratedChapter, NarrationOptions, NumberedChapter } from './narration.ts';
import type { NarrationEvent, ScriptOrigin, ScriptStep } from './narration-event.ts';
import { readScriptFile, removeScriptFile, scriptPath, writeScriptFile } from './script/script-file.ts';
import type { ScriptFile } from './script/script-file.ts';
import { blocksToScript, scriptToBlocks } from './script/script-text.ts';
import { anyExpectation } from './tasks/task.ts';
import { translateBlocks } from './translation/translate-blocks.ts';
import { minChapterWords, writeScript } from './script/write-script.ts';

/** Options of a run with what is shared by its chapters. */
export interface ChapterTools extends Omit<NarrationOptions, 'translation'> {
  readonly translation:
    | { readonly target: string; readonly model: LanguageModel; readonly glossary: Glossary }
    | undefined;
}

/** One chapter as it is spoken: its script file as it stands, where that still fits, else a new one. */
export async function narrateChapter(
  { index, chapter }: NumberedChapter,
  tools: ChapterTools,
): Promise<NarratedChapter> {
  const tell = (event: NarrationEvent): void => tools.onEvent?.(event);
  const steps: ScriptStep[] = [];
  const onStep = (step: ScriptStep): void => {
    steps.push(step);
    tell({ type: 'script-step', chapter: index, step });
  };
  const onPiece = (piece: number, pieces: number): void =>
    tell({ type: 'script-piece', chapter: index, piece, pieces });
  tell({ type: 'script-start', chapter: index, title: chapter.title });
  const scriptFile = scriptPath(tools.folder, index + 1, chapter.title);
  const fingerprint = fingerprintOf(chapter, tools);
  const onAside = (aside: string): void => tell({ type: 'script-aside', chapter: index, path: aside });
  const found = await usableScript(scriptFile, { fingerprint, chapter, onAside });
  const told = found ?? (await newScript(chapter, { ...tools, onStep, onPiece }));
  if (!found) {
    const { title, blocks } = told;
    const source = blocksToScript(chapter.blocks);
    await writeScriptFile(scriptFile, { title, fingerprint, steps, script: blocksToScript(blocks) }, source);
    await tools.translation?.glossary.save();
  }
  const words = countWordsOf(told.blocks);
  tell({ type: 'script-end', chapter: index, title: told.title, origin: told.origin, words });
  return { index, scriptFile, ...told, steps: found?.steps ?? steps };
}

type Told = Pick<NarratedChapter, 'title' | 'blocks' | 'origin'>;

type Kept = Told & Pick<NarratedChapter, 'steps'>;

interface Wanted {
  readonly fingerprint: string;
  readonly chapter: Chapter;
  readonly onAside: (path: string) => void;
}

/** The script of an earlier run. One that no longer fits is written anew; if a person has changed it, it is put aside first. */
async function usableScript(file: string, { fingerprint, chapter, onAside }: Wanted): Promise<Kept | undefined> {
  const found = await readScriptFile(file);
  if (found?.fingerprint === fingerprint) return toldBy(found, chapter);
  const aside = await removeScriptFile(file);
  if (aside !== undefined) onAside(aside);
  return undefined;
}

/** What a file tells; the book's own blocks where it holds their words, because they know more. An emptied file counts as none. */
function toldBy({ title, script, edited, steps }: ScriptFile, chapter: Chapter): Kept | undefined {
  const untouched = !edited && script === blocksToScript(chapter.blocks).trim();
  const blocks = untouched ? chapter.blocks : scriptToBlocks(script, chapter.blocks[0]?.document ?? '');
  if (blocks.length === 0) return undefined;
  return { title: title || chapter.title, blocks, origin: edited ? 'edited' : 'kept', steps };
}

interface ScriptTools extends ChapterTools {
  readonly onStep: (step: ScriptStep) => void;
  readonly onPiece: (piece: number, pieces: number) => void;
}

async function newScript(chapter: Chapter, tools: ScriptTools): Promise<Told> {
  const { model, translation, signal } = tools;
  const titler = model ?? translation?.model;
  const titled = titler ? await addChapterTitle(chapter, { model: titler, language: tools.language, signal }) : chapter;
  const translated = await translatedChapter(titled, tools);
  const { title } = translated;
  if (tools.prompt === '' || isShort(translated)) {
    const origin: ScriptOrigin = translated.blocks === chapter.blocks ? 'as-it-is' : 'written';
    return { title, blocks: translated.blocks, origin };
  }
  const { task, prompt, parameters } = tools;
  if (!model) throw new AudiobookError('bad-value', `The task '${task.name}' needs a language model.`);
  const blocks = await writeScript(translated, {
    ...tools,
    model,
    language: languageOf(tools),
    expectation: prompt === task.prompt ? task.expectation : anyExpectation,
    parameters: task.getLlmParams(parameters),
  });
  return { title, blocks, origin: 'written' };
}

async function translatedChapter(chapter: Chapter, tools: ScriptTools): Promise<Chapter> {
  const { translation, language, parameters = {} } = tools;
  if (!translation || sameLanguage(language, translation.target)) return chapter;
  // The title is translated with the text, so that both have one form of it.
  const [first] = chapter.blocks;
  const title: Block = { kind: 'heading', text: chapter.title, document: '' };
  const isOwn = first?.text === chapter.title;
  const sources = isOwn ? chapter.blocks : [title, ...chapter.blocks];
  const translated = await translateBlocks(sources, { ...tools, ...translation, parameters });
  return { ...chapter, title: translated[0]?.text ?? chapter.title, blocks: isOwn ? translated : translated.slice(1) };
}

function isShort(chapter: Chapter): boolean {
  const words = countWordsOf(chapter.blocks);
  return words < minChapterWords;
}

/** The language that is spoken. */
function languageOf({ translation, language }: ChapterTools): string {
  return translation && !sameLanguage(language, translation.target) ? translation.target : language;
}

/** What a script is made from. Seed and temperature are not in it: another seed is no reason to lose a person's work. */
function fingerprintOf(
  { blocks, title }: Chapter,
  { task, prompt, model, translation, language }: ChapterTools,
): string {
  const source = blocks.map(({ kind, text }) => [kind, text]);
  const made = [1, title, source, language, task.name, prompt, prompt === '' ? '' : model?.id];
  const translated = translation ? [translation.target, translation.model.id] : [];
  return createHash('sha256')
    .update(JSON.stringify([...made, ...translated]))
    .digest('hex')
    .slice(0, 40);
}
