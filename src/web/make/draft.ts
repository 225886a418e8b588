import { signal } from '@preact/signals';
import type { PlanAnswer } from '../api/types.ts';
import type { Choices } from './choices.ts';
import { usualChoices } from './choices.ts';

/** A book that was dropped and is not yet being made. */
export interface Draft {
  readonly id: number;
  readonly file: File;
  readonly state: 'sending' | 'reading' | 'ready' | 'failed' | 'starting';
  /** Part of the upload that was sent: 0 to 1. */
  readonly sent: number;
  readonly plan?: PlanAnswer | undefined;
  readonly error?: unknown;
  readonly choices: Choices;
}

/** The books that were dropped, in order. The first is shown. */
export const drafts = signal<readonly Draft[]>([]);

let lastId = 0;

/** Adds books after those that are there. Returns them. */
export function addDrafts(files: Iterable<File>): readonly Draft[] {
  const added = [...files].map((file): Draft => {
    lastId += 1;
    return { id: lastId, file, state: 'sending', sent: 0, choices: usualChoices() };
  });
  drafts.value = [...drafts.value, ...added];
  return added;
}

/** Returns the draft, or undefined when it was taken away. */
export function draftOf(id: number): Draft | undefined {
  return drafts.value.find((draft) => draft.id === id);
}

/** Changes a draft that is still there. */
export function changeDraft(id: number, change: Partial<Omit<Draft, 'id' | 'file'>>): void {
  drafts.value = drafts.value.map((draft) => (draft.id === id ? { ...draft, ...change } : draft));
}

/** Changes choices of a draft. */
export function choose(id: number, change: Partial<Choices>): void {
  const draft = draftOf(id);
  if (draft) changeDraft(id, { choices: { ...draft.choices, ...change } });
}

/** Takes a draft away. */
export function removeDraft(id: number): void {
  drafts.value = drafts.value.filter((draft) => draft.id !== id);
}
