import { createHash } from 'node:crypto';
import type { Block, Chapter } from '../core/book.ts';
import { AudiobookError } from '../core/errors.ts';
import { sameLanguage } from '../core/language.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import { countWordsOf } from '../text/count-words.ts';
import { addChapterTitle } from './add-chapter-title.ts';
import type { TranslationLengths } from './guard/translation/translation-lengths.ts';
import type { Glossary } from './translation/glossary.ts';
import type { KnownChapter, NarratedChapter, NarrationOptions, NumberedChapter } from './narration.ts';
import type { NarrationEvent, ScriptOrigin, ScriptStep } from './narration-event.ts';
import { originBySteps } from './script-origin.ts';
import { readScriptFile, removeScriptFile, scriptPath, writeScriptFile } from './script/script-file.ts';
import type { ScriptFile } from './script/script-file.ts';
import { readScript } from './script/read-script.ts';
import { blocksToScript } from './script/script-text.ts';
import type { Refusals } from './script/refusals.ts';
import type { Judge } from './judge/judge.ts';
import { writeRetelling } from './retelling/write-retelling.ts';
import { expectationOf, inTurns } from './tasks/task.ts';
import { translateBlocks } from './translation/translate-blocks.ts';

/** Options of a run, with the glossary that its chapters share. */
export interface ChapterTools extends Omit<NarrationOptions, 'translation' | 'judge'> {
  readonly refusals: Refusals;
  /** Missing where no model judges. */
  readonly judge: Judge | undefined;
  /** Stems of words that are common in the book. */
  readonly common: ReadonlySet<string>;
  readonly translation:
    | {
        readonly target: string;
        readonly model: LanguageModel;
        readonly glossary: Glossary;
        readonly lengths: TranslationLengths;
        /** Texts of all chapters, for the glossary. */
        readonly chapters: readonly string[];
      }
    | undefined;
}

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
  const fingerprint = fingerprintOf(chapter, tools);
  const onRenamed = (renamed: string): void => emit({ type: 'script-renamed', chapter: index, path: renamed });
  const fitting = fingerprintsOf(chapter, tools);
  const cached = await cachedScript(scriptFile, { fitting, chapter, onRenamed, isByRules: isByRules(tools) });
  const script = cached ?? (await newScript({ index, chapter }, { ...tools, onStep, onPiece }));
  if (!cached) {
    const { title, blocks, operations } = script;
    const source = blocksToScript(chapter.blocks);
    const text = blocksToScript(blocks, operations);
    await writeScriptFile(scriptFile, { title, fingerprint, steps, script: text }, source);
    await tools.translation?.glossary.save();
  }
  const words = countWordsOf(script.blocks);
  const taken = cached?.steps ?? steps;
  const origin = originBySteps(script, taken, chapter.blocks);
  emit({ type: 'script-end', chapter: index, title: script.title, origin, words });
  return { index, scriptFile, ...script, origin, steps: taken };
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

/**
 * Returns what is known of a chapter before a model is asked: all of it when its script is kept, or when the text of the book
 * is spoken.
 */
export async function knownChapter(numbered: NumberedChapter, options: NarrationOptions): Promise<KnownChapter> {
  const kept = options.freshScripts ? undefined : await keptScript(numbered, options);
  return kept ?? (await knownByBook(numbered, options));
}

/** What rules direct is made again in no time. */
function isByRules({ director }: Pick<NarrationOptions, 'director'>): boolean {
  return director !== undefined && !director.isAsking;
}

async function keptScript(
  { index, chapter }: NumberedChapter,
  options: NarrationOptions,
): Promise<KnownChapter | undefined> {
  const file = scriptPath(options.folder, index + 1, chapter.title);
  const found = await readScriptFile(file);
  if (!found || hasGap(found) || (isByRules(options) && !found.edited)) return undefined;
  return fingerprintsOf(chapter, options).includes(found.fingerprint) ? readCached(file, found, chapter) : undefined;
}

/** A script with a gap is written again, unless the user filled it. What was accepted is not asked for again. */
function hasGap({ steps, edited }: ScriptFile): boolean {
  return !edited && steps.some(({ action }) => action === 'gap');
}

async function knownByBook(
  { index, chapter }: NumberedChapter,
  { model, translation, prompt, language, director }: NarrationOptions,
): Promise<KnownChapter> {
  if (translation !== undefined && !sameLanguage(language, translation.target)) {
    return { title: undefined, blocks: undefined };
  }
  const isNamed = chapter.titleSource === 'number' && (model ?? translation?.model) !== undefined;
  const title = isNamed ? undefined : chapter.title;
  if (director) {
    if (director.isAsking) return { title, blocks: undefined };
    return { title, blocks: chapter.blocks, operations: await director.direct(index, chapter.blocks) };
  }
  const isRewritten = prompt !== '' && !isShort(chapter);
  return { title, blocks: isRewritten ? undefined : chapter.blocks };
}

type ChapterScript = Pick<NarratedChapter, 'title' | 'blocks' | 'operations' | 'origin'>;

type CachedScript = ChapterScript & Pick<NarratedChapter, 'steps'>;

interface CacheQuery {
  /** Fingerprints of scripts that are used. */
  readonly fitting: readonly string[];
  readonly chapter: Chapter;
  readonly onRenamed: (path: string) => void;
  /** Whether only what a person edited is used. */
  readonly isByRules: boolean;
}

/** Returns the script of an earlier run. Deletes one that no longer fits, or renames it when it was edited. */
async function cachedScript(
  file: string,
  { fitting, chapter, onRenamed, isByRules: isNew }: CacheQuery,
): Promise<CachedScript | undefined> {
  const found = await readScriptFile(file);
  if (found && !found.edited && isNew) return undefined;
  if (found && fitting.includes(found.fingerprint) && !hasGap(found)) return readCached(file, found, chapter);
  const renamed = await removeScriptFile(file);
  if (renamed !== undefined) onRenamed(renamed);
  return undefined;
}

/** Returns the script of a file. An emptied file does not count. Throws `bad-value` for a line that cannot be read. */
function readCached(file: string, found: ScriptFile, chapter: Chapter): CachedScript | undefined {
  const { title, script, firstLine, edited, steps } = found;
  const { blocks, operations } = readScript(script, { source: chapter.blocks, firstLine, file });
  if (blocks.length === 0) return undefined;
  return { title: title || chapter.title, blocks, operations, origin: edited ? 'edited' : 'kept', steps };
}

interface ScriptTools extends ChapterTools {
  readonly onStep: (step: ScriptStep) => void;
  readonly onPiece: (piece: number, pieces: number) => void;
}

async function newScript({ index, chapter }: NumberedChapter, tools: ScriptTools): Promise<ChapterScript> {
  const { model, translation, director, signal } = tools;
  const titler = model ?? translation?.model;
  const titled = titler ? await addChapterTitle(chapter, { model: titler, language: tools.language, signal }) : chapter;
  const translated = await translatedChapter(titled, tools);
  const { title } = translated;
  if (director) {
    const operations = await director.direct(index, translated.blocks, tools);
    return { title, blocks: translated.blocks, operations, origin: 'directed' };
  }
  const { task, prompt, parameters, hosts } = tools;
  const expectation = hosts === 2 ? inTurns(expectationOf(task, prompt)) : expectationOf(task, prompt);
  if (prompt === '' || expectation.direction || isShort(translated)) {
    const origin: ScriptOrigin = translated.blocks === chapter.blocks ? 'unchanged' : 'written';
    return { title, blocks: translated.blocks, operations: [], origin };
  }
  if (!model) throw new AudiobookError('bad-value', `The task '${task.name}' needs a language model.`);
  const language = languageOf(tools);
  const blocks = await writeRetelling(translated, {
    ...tools,
    model,
    language,
    expectation,
    parameters: task.getLlmParams(parameters),
  });
  return { title, blocks, operations: [], origin: 'written' };
}

async function translatedChapter(chapter: Chapter, tools: ScriptTools): Promise<Chapter> {
  const { translation, language, signal, parameters = {} } = tools;
  if (!translation || sameLanguage(language, translation.target)) return chapter;
  // The title is translated with the text, so that both use the same words.
  const [first] = chapter.blocks;
  const title: Block = { kind: 'heading', text: chapter.title, document: '' };
  const isOwn = first?.text === chapter.title;
  const sources = isOwn ? chapter.blocks : [title, ...chapter.blocks];
  await translation.glossary.learn(translation.chapters, { ...translation, language, signal });
  const translated = await translateBlocks(sources, { ...tools, ...translation, parameters });
  return { ...chapter, title: translated[0]?.text ?? chapter.title, blocks: isOwn ? translated : translated.slice(1) };
}

/** Chapters with fewer words are spoken unchanged (docs/specification.md, "Tasks and prompts"). */
const minChapterWords = 200;

function isShort(chapter: Chapter): boolean {
  const words = countWordsOf(chapter.blocks);
  return words < minChapterWords;
}

/** Returns the language that is spoken. */
function languageOf({ translation, language }: ChapterTools): string {
  return translation && !sameLanguage(language, translation.target) ? translation.target : language;
}

type FingerprintSources = Pick<NarrationOptions, 'task' | 'prompt' | 'hosts' | 'model' | 'translation' | 'language'>;

/** Returns the fingerprints of the scripts that are used: those of the run first. */
function fingerprintsOf(
  chapter: Chapter,
  { otherForm, ...sources }: FingerprintSources & Pick<NarrationOptions, 'otherForm'>,
): readonly string[] {
  const own = fingerprintOf(chapter, sources);
  return otherForm ? [own, fingerprintOf(chapter, { ...sources, ...otherForm })] : [own];
}

/** Returns a hash of a script's input. Seed and temperature are not part of it: another seed must not discard edited scripts. */
function fingerprintOf(
  { blocks, title }: Chapter,
  { task, prompt, hosts, model, translation, language }: FingerprintSources,
): string {
  const source = blocks.map(({ kind, text }) => [kind, text]);
  const made = [1, title, source, language, task.name, prompt, prompt === '' ? '' : model?.id];
  const translated = translation ? [translation.target, translation.model.id] : [];
  return createHash('sha256')
    .update(JSON.stringify([...made, ...translated, ...(hosts === 2 ? ['two hosts'] : [])]))
    .digest('hex')
    .slice(0, 40);
}
