import type { CastText } from '../../cast/cast-text.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import { namedSpeakers } from '../../cast/guess-speakers.ts';
import { nameFinder } from '../../cast/rules/name-finder.ts';
import type { FindPeople } from '../../cast/rules/name-finder.ts';
import { speechTag } from '../../cast/speech-tag.ts';
import { shownAround } from './cut-windows.ts';
import type { Passage } from './cut-windows.ts';
import type { Slot } from './slot.ts';

/** Passages of a book in which tags (`said Ines`) are hidden. */
export interface HiddenTags {
  readonly passages: readonly Passage[];
  /** Who says the quotation of each slot. */
  readonly speakers: ReadonlyMap<Slot, string>;
}

/** More are no better trial, and cost more. */
const maxHidden = 20;
/** Words before a quotation that show who is there. A window has as many and more. */
const contextWords = 250;

/**
 * Hides the tags of up to 20 quotations, spread over a book, whose speaker is named in the text around them as well. No two are
 * beside each other.
 */
export function hideTags(texts: readonly CastText[], roster: readonly KnownCharacter[], language: string): HiddenTags {
  const tools = { find: nameFinder(roster), language };
  const chapters = texts.map((text) => ({ text, named: namedSpeakers(text, roster, language) }));
  const all = chapters.flatMap((chapter) =>
    chapter.named.flatMap((speaker, index): Tag[] => {
      const tag = speaker === undefined ? undefined : tagAt(chapter, index, speaker, tools);
      return tag && peopleAround(tag, tools.find).has(tag.speaker) ? [tag] : [];
    }),
  );
  const chosen = new Set(spread(all));
  const speakers = new Map([...chosen].map(({ slot, speaker }) => [slot, speaker]));
  const passages = chapters.flatMap((chapter) => {
    const own = all.filter((tag) => chosen.has(tag) && tag.chapter === chapter);
    return own.length === 0 ? [] : [passageOf(chapter, own)];
  });
  return { passages, speakers };
}

interface Chapter {
  readonly text: CastText;
  /** The speakers of its quotations whom the narrator names. */
  readonly named: readonly (string | undefined)[];
}

interface Tag {
  readonly chapter: Chapter;
  /** Index of the quotation. */
  readonly index: number;
  readonly slot: Slot;
  readonly speaker: string;
  /** The words of the narrator that are hidden. */
  readonly hidden: { readonly block: number; readonly from: number; readonly length: number };
}

/**
 * Chooses at equal distances, of as many people as possible. Who speaks most has at most half of them: otherwise always naming that one
 * would be right.
 */
function spread(all: readonly Tag[]): readonly Tag[] {
  const bySpeaker = [...new Set(all.map(({ speaker }) => speaker))]
    .map((name) => all.filter(({ speaker }) => speaker === name))
    .toSorted((a, b) => a.length - b.length);
  const chosen: Tag[] = [];
  for (const [index, own] of bySpeaker.entries()) {
    const others = bySpeaker.length - 1 - index;
    const share = others === 0 ? chosen.length : Math.ceil((maxHidden / 2 - chosen.length) / others);
    const count = Math.min(share, maxHidden - chosen.length, own.length);
    for (let at = 0; at < count; at += 1) {
      const rest = own.slice(Math.floor(((at + 0.5) * own.length) / count));
      chosen.push(...rest.filter((tag) => !chosen.some((other) => isBeside(tag, other))).slice(0, 1));
    }
  }
  return chosen;
}

function isBeside(one: Tag, other: Tag): boolean {
  return one.chapter === other.chapter && Math.abs(one.index - other.index) < 2;
}

/** Returns the place of the words beside a quotation that name its speaker. */
function tagAt(
  chapter: Chapter,
  index: number,
  speaker: string,
  { find, language }: { readonly find: FindPeople<KnownCharacter>; readonly language: string },
): Tag | undefined {
  const { tags, quotations } = chapter.text;
  const [around, spans = []] = [tags[index], quotations[index]?.spans];
  const [first, last] = [spans[0], spans.at(-1)];
  if (!around || !first || !last) return undefined;
  const { before, after } = around;
  const isAfter = speechTag({ ...around, before: '' }, language, find)?.kind === 'person';
  const hidden = isAfter
    ? { block: last.block, from: last.to, length: after.length }
    : { block: first.block, from: first.from - before.length, length: before.length };
  return { chapter, index, slot: { places: spans, fields: ['who'] }, speaker, hidden };
}

function peopleAround(tag: Tag, find: FindPeople<KnownCharacter>): ReadonlySet<string> {
  const { text, shown } = passageOf(tag.chapter, [tag]);
  return new Set(shown.flatMap((block) => find(text.blocks[block]?.text ?? '').map(({ person }) => person.name)));
}

function passageOf({ text, named }: Chapter, tags: readonly Tag[]): Passage {
  const blocks = [...text.blocks];
  for (const { hidden } of tags) {
    const block = blocks[hidden.block];
    if (block) blocks[hidden.block] = { ...block, text: blank(block.text, hidden) };
  }
  const slots = tags.map(({ slot }) => slot);
  const asked = new Set(slots.flatMap(({ places }) => places.map(({ block }) => block)));
  // What goes on behind the hidden words in the same paragraph is said by the same person.
  const given = named.map((name, at) =>
    text.quotations[at]?.spans.some(({ block }) => asked.has(block)) ? undefined : name,
  );
  return { text: { ...text, blocks }, shown: shownAround(text, slots, contextWords), slots, given };
}

/** Places stay the same. */
function blank(text: string, { from, length }: Tag['hidden']): string {
  return `${text.slice(0, from)}${' '.repeat(length)}${text.slice(from + length)}`;
}
