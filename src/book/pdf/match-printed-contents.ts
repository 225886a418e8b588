import { addTo } from '../../core/collections/add-to.ts';
import { normalizeForComparison } from '../normalize-for-comparison.ts';
import type { OutlineEntry } from '../outline/outline-entry.ts';
import { isSameTitle, normalizeTitle } from '../titles/same-title.ts';
import { emphasisBetween } from './text/line-emphasis.ts';
import type { PrintedEntry } from './text/printed-contents.ts';
import type { Passage } from './text/to-passages.ts';

/** The printed contents, with the passages where its entries begin. */
export interface MatchedContents {
  readonly outline: readonly OutlineEntry[];
  /** All passages; the titles are headings, and each begins its own passage. */
  readonly passages: readonly Passage[];
  /** Share of the entries whose title is in the text, 0 to 1. */
  readonly matched: number;
}

/** A place in the text that can be the beginning of an entry. */
interface Candidate {
  readonly index: number;
  /** The passage says nothing else. */
  readonly isWhole: boolean;
}

/** Finds the titles of a printed table of contents in the text: by their words and by the page numbers. */
export function matchPrintedContents(lines: readonly PrintedEntry[], passages: readonly Passage[]): MatchedContents {
  const index = indexOf(passages);
  const entries = joinWrapped(lines, index);
  const candidates = entries.map((entry) => findCandidates(entry, index));
  const offset = pageOffset(entries, candidates, passages);
  const chosen: (Candidate | undefined)[] = [];
  let last = -1;
  for (const [position, entry] of entries.entries()) {
    const page = entry.pageNumber === undefined || offset === undefined ? undefined : entry.pageNumber + offset;
    const found = choose(candidates[position] ?? [], { page, after: last, passages });
    chosen.push(found);
    last = found?.index ?? last;
  }
  const matched = chosen.filter((one) => one !== undefined).length / Math.max(1, entries.length);
  return { ...withTitles(entries, chosen, passages), matched };
}

/** Joins lines without page numbers that say a title of the text only together. */
function joinWrapped(lines: readonly PrintedEntry[], index: TitleIndex): PrintedEntry[] {
  const entries: PrintedEntry[] = [];
  for (let at = 0; at < lines.length;) {
    const choices = [1, 2, 3].map((count) => lines.slice(at, at + count));
    const own = choices.find((some) => isTitle(some, index)) ?? lines.slice(at, at + 1);
    entries.push(...own.slice(0, 1).map((entry) => ({ ...entry, title: titleOf(own) })));
    at += own.length;
  }
  return entries;
}

function isTitle(lines: readonly PrintedEntry[], index: TitleIndex): boolean {
  const [first] = lines;
  if (first === undefined || lines.some(({ pageNumber }) => pageNumber !== undefined)) return false;
  return findCandidates({ ...first, title: titleOf(lines) }, index).some(({ isWhole }) => isWhole);
}

function titleOf(lines: readonly PrintedEntry[]): string {
  return lines.map(({ title }) => title).join(' ');
}

function findCandidates({ title, above }: PrintedEntry, index: TitleIndex): Candidate[] {
  const titles = above === '' ? [title] : [`${above} ${title}`, title];
  const whole = titles.flatMap((one) => [
    ...(index.whole.get(plainKey(one)) ?? []),
    ...(index.whole.get(titleKey(one)) ?? []),
  ]);
  const keys = titles.map((one) => plainKey(one)).filter((key) => key.length >= minTitleLength);
  const begun = keys.flatMap((key) =>
    (index.beginnings.get(key.slice(0, minTitleLength)) ?? [])
      .filter(({ text }) => text.startsWith(key))
      .map(({ position }) => ({ index: position, isWhole: false })),
  );
  return [...whole.map((position) => ({ index: position, isWhole: true })), ...begun].toSorted(
    (one, other) => one.index - other.index,
  );
}

/** A shorter title is found at the beginning of many paragraphs. */
const minTitleLength = 4;
const maxTitleLength = 200;

/** Positions of passages by what they say. */
interface TitleIndex {
  readonly whole: ReadonlyMap<string, readonly number[]>;
  /** By their first letters. */
  readonly beginnings: ReadonlyMap<string, readonly { readonly position: number; readonly text: string }[]>;
}

function indexOf(passages: readonly Passage[]): TitleIndex {
  const whole = new Map<string, number[]>();
  const beginnings = new Map<string, { readonly position: number; readonly text: string }[]>();
  for (const [position, { text }] of passages.entries()) {
    if (text === '') continue;
    const next = passages[position + 1]?.text ?? '';
    // A title can be two headings: its number and its name.
    for (const one of [text, `${text} ${next}`]) {
      if (one.length > maxTitleLength || one.endsWith(' ')) continue;
      for (const key of new Set([plainKey(one), titleKey(one)])) addTo(whole, key, position);
    }
    const start = plainKey(text.slice(0, 2 * maxTitleLength));
    addTo(beginnings, start.slice(0, minTitleLength), { position, text: start });
  }
  return { whole, beginnings };
}

function plainKey(text: string): string {
  return normalizeForComparison(text);
}

/** Differs from the plain key by the spaces and by numbers in digits. */
function titleKey(text: string): string {
  return ` ${normalizeTitle(text)}`;
}

/** Returns the difference between page numbers in the file and in print that most entries agree on. */
function pageOffset(
  entries: readonly PrintedEntry[],
  candidates: readonly (readonly Candidate[])[],
  passages: readonly Passage[],
): number | undefined {
  const votes = new Map<number, number>();
  for (const [index, { pageNumber }] of entries.entries()) {
    if (pageNumber === undefined) continue;
    const offsets = new Set((candidates[index] ?? []).map((one) => (passages[one.index]?.page ?? 0) - pageNumber));
    for (const offset of offsets) votes.set(offset, (votes.get(offset) ?? 0) + 1);
  }
  const [best] = [...votes].toSorted((one, other) => other[1] - one[1]);
  return best !== undefined && best[1] >= 2 ? best[0] : undefined;
}

interface Place {
  /** Page in the file; undefined when only the order is known. */
  readonly page: number | undefined;
  readonly after: number;
  readonly passages: readonly Passage[];
}

function choose(candidates: readonly Candidate[], { page, after, passages }: Place): Candidate | undefined {
  const later = candidates.filter(({ index }) => index > after);
  if (page === undefined) return later.find(({ isWhole }) => isWhole);
  const onPage = later.filter(({ index }) => passages[index]?.page === page);
  return onPage.find(({ isWhole }) => isWhole) ?? onPage[0];
}

/** Makes each title found a heading of its own, and the entries an outline. */
function withTitles(
  entries: readonly PrintedEntry[],
  chosen: readonly (Candidate | undefined)[],
  passages: readonly Passage[],
): Pick<MatchedContents, 'outline' | 'passages'> {
  const starts = new Map(
    chosen.flatMap((one, entry) => (one === undefined ? [] : [[one.index, { ...one, entry }] as const])),
  );
  const result: Passage[] = [];
  const positions = new Map<number, number>();
  for (const [index, passage] of passages.entries()) {
    const start = starts.get(index);
    if (start === undefined) {
      result.push(passage);
      continue;
    }
    positions.set(start.entry, result.length);
    const title = entries[start.entry]?.title ?? '';
    result.push(...(start.isWhole ? [asHeading(passage)] : splitAtTitle(passage, title)));
  }
  const levels = levelsOf(entries);
  const placed = entries.map(({ title, above }, index) => {
    const position = positions.get(index);
    const isWrapped =
      above !== '' && position !== undefined && isSameTitle(result[position]?.text ?? '', `${above} ${title}`);
    return { label: isWrapped ? `${above} ${title}` : title, position, level: levels[index] ?? 1 };
  });
  return { outline: nest(placed), passages: result };
}

function asHeading(passage: Passage): Passage {
  return passage.kind === 'heading' ? passage : { ...passage, kind: 'heading', level: 2 };
}

/** Divides a paragraph that a title runs into. */
function splitAtTitle(passage: Passage, title: string): Passage[] {
  const key = normalizeForComparison(title);
  const { text, emphasis } = passage;
  let end = 0;
  while (end < text.length && normalizeForComparison(text.slice(0, end)).length < key.length) end += 1;
  const rest = text.slice(end).replace(/^[\s.:–—-]+/u, '');
  if (rest === '') return [asHeading(passage)];
  return [
    {
      ...passage,
      kind: 'heading',
      level: 2,
      text: text.slice(0, end).trim(),
      emphasis: emphasisBetween(emphasis, 0, end),
      marks: [],
      pictures: passage.pictures?.filter(({ place }) => place === 'before'),
    },
    {
      ...passage,
      text: rest,
      emphasis: emphasisBetween(emphasis, text.length - rest.length, text.length),
      pictures: passage.pictures?.filter(({ place }) => place === 'after'),
    },
  ];
}

/** Returns the level of each entry by its number (`1.2`), or by its indent where there are few of them. */
function levelsOf(entries: readonly PrintedEntry[]): number[] {
  const depths = entries.map(({ title }) => /^\d+(?:\.\d+)*(?=[.\s)])/u.exec(title)?.[0].split('.').length);
  if (depths.filter((depth) => depth !== undefined).length > entries.length / 2)
    return depths.map((depth) => depth ?? 1);
  const indents = [...new Set(entries.map(({ left }) => Math.round(left / indentStep)))].toSorted((a, b) => a - b);
  if (indents.length > maxIndents) return entries.map(() => 1);
  return entries.map(({ left }) => indents.indexOf(Math.round(left / indentStep)) + 1);
}

/** Indents differ by at least this many points. */
const indentStep = 8;
/** More indents are centred lines. */
const maxIndents = 3;

function nest(
  entries: readonly { readonly label: string; readonly position: number | undefined; readonly level: number }[],
): OutlineEntry[] {
  const root: OutlineEntry[] = [];
  const open: { readonly level: number; readonly children: OutlineEntry[] }[] = [{ level: 0, children: root }];
  for (const { label, position, level } of entries) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const children: OutlineEntry[] = [];
    open.at(-1)?.children.push({ label, position, path: undefined, isHeading: false, children });
    open.push({ level, children });
  }
  return root;
}
