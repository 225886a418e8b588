import { joinGroup } from './text-group.ts';
import type { TextGroup } from './text-group.ts';

/** A footnote of a plain text (`[Footnote 3: …]`). */
export interface TextNote {
  readonly label: string;
  /** Without brackets and label, one text for each of its groups. */
  readonly paragraphs: readonly string[];
}

const noteStart = /^\[(?:Foot)?note[:\s]*([\dA-Z*†]{1,4})\s*[:.\]]\s*/iu;
/** A note has an end: a bracket that is never closed is not one. */
const maxNoteGroups = 20;

/** Finds the notes of a text by their first groups; the map also has the groups that go on with them, with undefined. */
export function findTextNotes(groups: readonly TextGroup[]): ReadonlyMap<TextGroup, TextNote | undefined> {
  const notes = new Map<TextGroup, TextNote | undefined>();
  for (const [index, group] of groups.entries()) {
    const start = notes.has(group) ? null : noteStart.exec(joinGroup(group));
    const length = start === null ? -1 : lengthOfNote(groups.slice(index, index + maxNoteGroups));
    if (start === null || length === -1) continue;
    const own = groups.slice(index, index + length);
    const text = own.map((part) => joinGroup(part));
    const [first = '', ...rest] = text;
    const paragraphs = [first.slice(start[0].length), ...rest].map((part, place) =>
      place === own.length - 1 ? part.replace(/\]$/u, '') : part,
    );
    for (const part of own) notes.set(part, undefined);
    notes.set(group, { label: start[1] ?? '', paragraphs });
  }
  return notes;
}

function lengthOfNote(groups: readonly TextGroup[]): number {
  const last = groups.findIndex((group) => joinGroup(group).endsWith(']'));
  return last === -1 ? -1 : last + 1;
}
