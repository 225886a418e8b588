import { createHash } from 'node:crypto';
import path from 'node:path';
import { readerVersion } from '../../book/reader-process.ts';
import { planBook } from '../plan.ts';
import type { ChapterToPlan, Plan, PlanOptions } from '../plan.ts';
import { packPlan, unpackPlan } from './packed-plan.ts';
import type { SourceRequest } from './read-source.ts';
import { readStored, writeStored } from './stored-value.ts';

/** Raise it when a stored plan of an earlier version cannot be used. */
const storedPlanFormat = 1;

/** The options that decide whether a plan is kept. */
export type PlanKeeping = Pick<SourceRequest, 'storedBooks' | 'password' | 'freshScripts'>;

/**
 * Returns the plan of chapters as an earlier run made it beside its `storedBooks`, when their text, the options and this program are
 * the same, or makes and stores it. Throws what `planBook` throws.
 */
export async function planOnce(
  chapters: readonly ChapterToPlan[],
  options: PlanOptions,
  { storedBooks, password, freshScripts }: PlanKeeping,
): Promise<Plan> {
  // Text that a password protects is never written to the disk.
  const folder = password === undefined ? storedBooks : undefined;
  const key = folder && (await planKey(chapters, options).catch(() => undefined));
  if (!folder || !key) return planBook(chapters, options);
  const file = path.join(folder, `${key}.plan`);
  const stored = freshScripts ? undefined : await readStored(file, (packed) => unpackPlan(packed, chapters));
  if (stored) return stored;
  const plan = planBook(chapters, options);
  await writeStored(file, packPlan(plan));
  return plan;
}

async function planKey(chapters: readonly ChapterToPlan[], options: PlanOptions): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([storedPlanFormat, await readerVersion(), options]));
  for (const { number, title, blocks } of chapters) hash.update(JSON.stringify([number, title, blocks]));
  return hash.digest('hex');
}
