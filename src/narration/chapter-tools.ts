import path from 'node:path';
import type { LanguageModel } from '../llm/language-model.ts';
import { cacheCompletions } from './cache-completions.ts';
import { commonStems } from './guard/rare-words.ts';
import { TranslationLengths } from './guard/translation/translation-lengths.ts';
import { Judge } from './judge/judge.ts';
import type { NarrationOptions, NumberedChapter } from './narration.ts';
import { Refusals } from './script/refusals.ts';
import { Glossary, glossaryFile } from './translation/glossary.ts';

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

/** Opens what the chapters of a run share. The answers of all models are kept in the folder of the scripts. */
export async function openChapterTools(
  chapters: readonly NumberedChapter[],
  options: NarrationOptions,
): Promise<ChapterTools> {
  const { folder, model, translation } = options;
  const kept = (given: LanguageModel): LanguageModel =>
    cacheCompletions(given, (hash) => path.join(completionsFolder(folder), `${hash}.json`));
  const texts = chapters.map(({ chapter }) => chapter.blocks.map(({ text }) => text).join('\n\n'));
  return {
    ...options,
    refusals: new Refusals(),
    judge: judgeOf(texts, options, kept),
    common: options.prompt === '' || translation ? new Set() : commonStems(texts),
    model: model && kept(model),
    translation: translation && {
      target: translation.target,
      model: kept(translation.model),
      glossary: await Glossary.open(glossaryFile(folder, translation.target)),
      lengths: new TranslationLengths(),
      chapters: texts,
    },
  };
}

/** Returns the folder of the answers of models in that of the scripts. */
export function completionsFolder(folder: string): string {
  return path.join(folder, 'answers');
}

function judgeOf(
  chapters: readonly string[],
  { judge, model, translation, language, signal, onTrial }: NarrationOptions,
  kept: (model: LanguageModel) => LanguageModel,
): Judge | undefined {
  const chosen = judge ?? model ?? translation?.model;
  return chosen ? new Judge({ model: kept(chosen), chapters, language, signal, onTrial }) : undefined;
}
