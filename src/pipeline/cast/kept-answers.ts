import path from 'node:path';
import type { LanguageModel } from '../../llm/language-model.ts';
import { cacheCompletions } from '../../narration/cache-completions.ts';
import { placeOf } from '../store/store.ts';

/** Answers of models about how books are read. */
const answersSort = { name: 'answers', version: 1 } as const;

/** Returns a model whose answers are kept in a store of this machine: who speaks in a book is asked once, whatever is made of it. */
export function keptInStore(model: LanguageModel, { folder }: { readonly folder: string }): LanguageModel {
  return cacheCompletions(model, (hash) => path.join(folder, placeOf(answersSort, hash)));
}
