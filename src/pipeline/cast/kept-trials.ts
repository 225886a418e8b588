import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { LanguageModel } from '../../llm/language-model.ts';
import type { JudgeTrial } from '../../narration/judge/judge.ts';
import type { Trust } from '../../narration/direction/try-model.ts';
import { folderStore } from '../store/folder-store.ts';
import { jsonSort } from '../store/store.ts';
import type { Store } from '../store/store.ts';

/** What a model is tried for: to direct books, and to judge scripts and translations of them. */
const trialKinds = ['direction', 'scripts'] as const;

const schema = z.object({
  model: z.string(),
  of: z.enum(trialKinds),
  isTrusted: z.boolean(),
  /** What came of it, as a sentence. */
  detail: z.string(),
});

/** What came of trying a model the last time, on whatever book. */
export type ModelTrial = Readonly<z.infer<typeof schema>>;

/** Beside the answers of models, which the trials are made of. */
const trialSort = jsonSort('answers', 1, schema);

function trialsIn({ folder }: Pick<Store<unknown>, 'folder'>): Store<ModelTrial> {
  return folderStore(folder, trialSort);
}

function keyOf({ model, of }: Pick<ModelTrial, 'model' | 'of'>): string {
  return createHash('sha256')
    .update(JSON.stringify(['trial', model, of]))
    .digest('hex');
}

/** Keeps what came of a trial in the store of this machine, in place of an earlier one of the model. */
export async function keepTrial(store: Pick<Store<unknown>, 'folder'>, trial: ModelTrial): Promise<void> {
  await trialsIn(store).write(keyOf(trial), trial);
}

/** Returns the last trials of a model on this machine, by what it was tried for. */
export async function keptTrials(store: Pick<Store<unknown>, 'folder'>, model: string): Promise<readonly ModelTrial[]> {
  const found = await Promise.all(trialKinds.map((of) => trialsIn(store).read(keyOf({ model, of }))));
  return found.filter((trial) => trial !== undefined);
}

/** Returns what came of trying a model on the known speakers of a book. Undefined where the book has too few of them to tell. */
export function directionTrial({ id: model }: Pick<LanguageModel, 'id'>, trust: Trust): ModelTrial | undefined {
  const of = 'direction';
  if (!trust.isTrusted) return { model, of, isTrusted: false, detail: trust.reason };
  if (trust.right === undefined) return undefined;
  const share = Math.round(trust.right * 100);
  return { model, of, isTrusted: true, detail: `${nameOf(model)} names ${share} % of the known speakers of a book.` };
}

/** Returns what came of trying a judge. */
export function judgeTrial({ model, isTrusted }: JudgeTrial): ModelTrial {
  const name = nameOf(model);
  const detail = isTrusted
    ? `${name} tells good scripts from bad.`
    : `${name} does not tell good scripts from bad, so it judges none: they are checked by form and words alone.`;
  return { model, of: 'scripts', isTrusted, detail };
}

function nameOf(model: string): string {
  return model.slice(model.indexOf('/') + 1);
}
