import { isCalledChapter } from '../../titles/title-patterns.ts';
import { titleWords } from '../../titles/title-words.ts';
import { joinGroup } from './text-group.ts';
import type { TextGroup } from './text-group.ts';

/** A picture or a note at the side in brackets, which can go on over several groups. */
export interface TextBracket {
  readonly kind: 'picture' | 'side-note';
  /** The description of the picture, or the note; one text for each of its groups. */
  readonly paragraphs: readonly string[];
}

/** The groups of a text, and which of them are brackets; the groups that go on with one have undefined. */
export interface BracketedGroups {
  readonly groups: readonly TextGroup[];
  readonly brackets: ReadonlyMap<TextGroup, TextBracket | undefined>;
}

const [picture, sideNote] = [titleWords('picture'), titleWords('sideNote')];
const start = new RegExp(`^\\[(?:(?:${picture})(?=[:.\\]])|(${picture})(?= \\p{L})|(${sideNote})(?=:))[:.]?\\s*`, 'iu');
/** A bracket inside a line: the description of the picture, or the note. */
export const inlineBracket = new RegExp(
  `\\[(?:(?:${picture})(?:[:.]\\s*([^\\]]{0,1000}))?|(?:${sideNote}):\\s*([^\\]]{0,1000}))\\]`,
  'giu',
);
const maxGroups = 12;
const maxLength = 2000;

/** Finds the brackets of a text. A heading inside of one is a group of its own, without the bracket at its end. */
export function findBrackets(all: readonly TextGroup[]): BracketedGroups {
  const brackets = new Map<TextGroup, TextBracket | undefined>();
  const groups = [...all];
  for (const [index, group] of groups.entries()) {
    const found = brackets.has(group) ? null : start.exec(joinGroup(group));
    const own = found === null ? [] : groupsOf(groups.slice(index, index + maxGroups));
    const [first, ...rest] = own;
    if (found === null || first === undefined) continue;
    const heading = rest.findIndex((part) => isCalledChapter(joinGroup(part)));
    const inside = heading === -1 ? own : own.slice(0, heading + 1);
    for (const part of inside) brackets.set(part, undefined);
    brackets.set(first, bracketOf(found, inside));
    if (heading !== -1) openHeadings(groups, index + heading + 1, rest.length - heading);
  }
  return { groups: groups.filter(({ lines }) => lines.length > 0), brackets };
}

/** Returns the groups up to the one that ends with the last bracket; none when it is never closed. */
function groupsOf(groups: readonly TextGroup[]): readonly TextGroup[] {
  let depth = 0;
  let length = 0;
  for (const [index, group] of groups.entries()) {
    const text = joinGroup(group);
    length += text.length;
    if (length > maxLength) return [];
    for (const { 0: sign, index: at } of text.matchAll(/[[\]]/gu)) {
      depth += sign === '[' ? 1 : -1;
      if (depth === 0) return at === text.length - 1 ? groups.slice(0, index + 1) : [];
    }
  }
  return [];
}

function bracketOf([label, of, note]: RegExpExecArray, groups: readonly TextGroup[]): TextBracket {
  const texts = groups.map((group) => joinGroup(group));
  const skipped = of === undefined ? label.length : 1;
  const paragraphs = texts
    .map((text, index) => (index === 0 ? text.slice(skipped) : text))
    .map((text, index) => (index === texts.length - 1 ? text.replace(/\]$/u, '') : text))
    .map((text) => text.replace(/^\[(.*)\]$/u, '$1').trim());
  return {
    kind: note === undefined ? 'picture' : 'side-note',
    paragraphs: paragraphs.filter((text) => text !== ''),
  };
}

function openHeadings(groups: TextGroup[], index: number, count: number): void {
  const last = index + count - 1;
  const group = groups[last];
  if (group === undefined) return;
  const lines = group.lines.map((line, place) => (place === group.lines.length - 1 ? line.replace(/\]$/u, '') : line));
  groups[last] = { ...group, lines: lines.filter((line) => line.trim() !== '') };
}
