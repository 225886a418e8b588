import { titleWords } from '../../titles/title-words.ts';
import { joinGroup } from './text-group.ts';
import type { TextGroup } from './text-group.ts';
import type { TextNote } from './text-notes.ts';

const noteStart = /^\s*\[(\d{1,4}|[A-Z])\]\s+(?=\S)/u;
const mark = /\[(\d{1,4}|[A-Z])\]/gu;
const notesHeading = new RegExp(`^[_=]?(?:${titleWords('notes')})[_=]?\\s*[:.]?[_=]?$`, 'iu');

/** Divides groups of notes without empty lines between them. */
export function divideNotes(groups: readonly TextGroup[]): TextGroup[] {
  return groups.flatMap((group) => {
    const starts = group.lines.flatMap((line, index) => (noteStart.test(line) ? [index] : []));
    if (starts[0] !== 0 || starts.length < 2) return [group];
    return starts.map((start, place) => ({
      lines: group.lines.slice(start, starts[place + 1]),
      gap: place === 0 ? group.gap : 0,
    }));
  });
}

/**
 * Finds notes that only begin with their marks (`[3] …`): those after a paragraph with that mark, and the heading above them.
 * Paragraphs that are numbered so have no marks before them.
 */
export function findMarkedNotes(groups: readonly TextGroup[]): ReadonlyMap<TextGroup, TextNote | undefined> {
  const notes = new Map<TextGroup, TextNote | undefined>();
  const open = new Set<string>();
  const candidates = groups.filter((group) => noteStart.test(joinGroup(group))).length;
  for (const [index, group] of groups.entries()) {
    if (notes.has(group)) continue;
    const [start = '', label = ''] = noteStart.exec(joinGroup(group)) ?? [];
    if (open.delete(label)) addNote(notes, [group, ...continuation(group, groups, index)], { start, label });
    else for (const other of marksIn(joinGroup(group).slice(start.length))) open.add(other);
  }
  const found = [...notes.values()].filter((note) => note !== undefined).length;
  if (found * 2 < candidates) return new Map();
  for (const heading of headingsOf(groups, notes)) notes.set(heading, undefined);
  return notes;
}

function addNote(
  notes: Map<TextGroup, TextNote | undefined>,
  groups: readonly [TextGroup, ...TextGroup[]],
  { start, label }: { readonly start: string; readonly label: string },
): void {
  for (const part of groups) notes.set(part, undefined);
  const [first, ...rest] = groups.map((part) => joinGroup(part));
  notes.set(groups[0], { label, paragraphs: [(first ?? '').slice(start.length), ...rest] });
}

function marksIn(text: string): string[] {
  return [...text.matchAll(mark)].map(([, label = '']) => label);
}

/** A note whose lines hang goes on in paragraphs that are indented, too. */
function continuation(group: TextGroup, groups: readonly TextGroup[], index: number): readonly TextGroup[] {
  const hangs = group.lines.length > 1 && group.lines.slice(1).every((line) => /^\s{2}/u.test(line));
  if (!hangs) return [];
  const after = groups.slice(index + 1, index + maxParagraphs);
  const end = after.findIndex(
    ({ lines, gap }) => gap > 1 || noteStart.test(lines[0] ?? '') || !lines.every((line) => /^\s{2}/u.test(line)),
  );
  return end === -1 ? [] : after.slice(0, end);
}

const maxParagraphs = 10;

function headingsOf(groups: readonly TextGroup[], notes: ReadonlyMap<TextGroup, unknown>): TextGroup[] {
  return groups.filter((group, index) => {
    const next = groups[index + 1];
    return next !== undefined && notes.has(next) && !notes.has(group) && notesHeading.test(joinGroup(group));
  });
}
