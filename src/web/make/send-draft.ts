import type { Job, PlanAnswer } from '../api/types.ts';
import { upload } from '../api/upload.ts';
import { notifyOtherTabs } from '../now/jobs.ts';
import { go } from '../shell/route.ts';
import { jobForm, planForm, rememberChoices } from './choices.ts';
import { addDrafts, changeDraft, draftOf, drafts, removeDraft } from './draft.ts';
import type { Draft } from './draft.ts';

const running = new Map<number, AbortController>();

/** Adds books and has the service read them, one after the other. */
export async function readBooks(files: Iterable<File>): Promise<void> {
  for (const { id } of addDrafts(files)) await readDraft(id);
}

/** Sends a draft and reads its plan. A plan that is there stays until the new one has come. */
export async function readDraft(id: number): Promise<void> {
  const draft = draftOf(id);
  if (!draft) return;
  running.get(id)?.abort();
  const controller = new AbortController();
  running.set(id, controller);
  changeDraft(id, { state: 'sending', sent: 0, error: undefined });
  try {
    const plan = await upload<PlanAnswer>('plan', planForm(draft.file, draft.choices), {
      signal: controller.signal,
      onProgress: (sent) => changeDraft(id, { sent, state: sent < 1 ? 'sending' : 'reading' }),
    });
    changeDraft(id, { state: 'ready', plan });
  } catch (error) {
    if (!controller.signal.aborted) changeDraft(id, { state: 'failed', error });
  }
}

/** Takes a draft away and ends what is sent for it. */
export function dropDraft(id: number): void {
  running.get(id)?.abort();
  running.delete(id);
  removeDraft(id);
}

/** Makes the audiobook of a draft. Leads to its job unless other books wait. */
export async function makeDraft(draft: Draft): Promise<void> {
  const job = await sendJob(draft);
  if (!job) return;
  if (drafts.value.length === 0) go(`jobs/${job.id}`);
}

/** Makes the audiobooks of all drafts with the voice, format and extras of the first. */
export async function makeAll(first: Draft): Promise<void> {
  const {
    title: _title,
    author: _author,
    cover: _cover,
    skipped: _skipped,
    include: _include,
    ...same
  } = first.choices;
  let last: Job | undefined;
  for (const { id, choices } of drafts.value) {
    if (id !== first.id) changeDraft(id, { choices: { ...choices, ...same } });
    const ready = await settled(id);
    if (ready?.plan) last = (await sendJob(ready)) ?? last;
  }
  if (last && drafts.value.length === 0) go(`jobs/${last.id}`);
}

/** Waits until the plan of a draft is there, or is not to be had. Returns the draft unless it was taken away. */
async function settled(id: number): Promise<Draft | undefined> {
  for (;;) {
    const draft = draftOf(id);
    if (!draft || draft.state === 'ready' || draft.state === 'failed') return draft;
    await new Promise<void>((resolve) => {
      const end = drafts.subscribe((now) => {
        if (now.find((one) => one.id === id) === draft) return;
        queueMicrotask(() => end());
        resolve();
      });
    });
  }
}

async function sendJob(draft: Draft): Promise<Job | undefined> {
  const { id, file, choices, plan } = draft;
  if (!plan) return undefined;
  changeDraft(id, { state: 'starting', sent: 0, error: undefined });
  try {
    const job = await upload<Job>('jobs', jobForm(file, choices, plan), {
      // The same book is not made twice when the answer was lost.
      headers: { 'Idempotency-Key': keyOf(draft) },
      onProgress: (sent) => changeDraft(id, { sent }),
    });
    rememberChoices(choices);
    removeDraft(id);
    notifyOtherTabs();
    return job;
  } catch (error) {
    changeDraft(id, { state: 'ready', error });
    return undefined;
  }
}

function coverKey(cover: File | undefined): string | undefined {
  return cover && [cover.name, cover.size, cover.lastModified].join(' ');
}

const keys = new Map<string, string>();

/** Returns a key that stays the same for the same draft and choices. */
function keyOf({ id, choices }: Draft): string {
  const text = JSON.stringify([id, { ...choices, skipped: [...choices.skipped], cover: coverKey(choices.cover) }]);
  const known = keys.get(text) ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  keys.set(text, known);
  return known;
}
