import { AudiobookError } from '../../core/errors.ts';
import type { ReadLimits } from '../read-limits.ts';
import { canBeMark } from './markup/kind-of-note-link.ts';
import { findAll, textOf } from './markup/markup-tree.ts';
import type { Element, Parent } from './markup/markup-tree.ts';
import { parseContent } from './markup/parse-markup.ts';
import { textUnits } from './markup/context/text-units.ts';
import type { TextUnit, UnitLink } from './markup/context/text-units.ts';
import { decodeText } from './package/decode-text.ts';
import type { Archive } from './package/open-archive.ts';

/** A link that could be the mark of a note, and the paragraph that it stands in. */
interface Candidate {
  readonly link: UnitLink;
  readonly unit: TextUnit;
}

/** Numbers that rise by one this many times in a row are those of notes. */
const minRow = 3;
/** A mark behind a space stands in a sentence, which a line of printed contents is not. Characters. */
const minSentence = 60;

/**
 * Creates a function that finds the links of a document which are marks of notes by what they lead to: a paragraph that leads
 * back to them. So are numbers right behind words that rise by one. Nothing need be raised or named.
 */
export function noteLinkFinder(
  archive: Archive,
  limits: ReadLimits,
): (root: Parent, document: string) => Promise<ReadonlySet<Element>> {
  const known = new Map<string, ReadonlyMap<string, TextUnit>>();
  const unitsById = async (document: string): Promise<ReadonlyMap<string, TextUnit>> => {
    const units = known.get(document) ?? byId(await unitsOfFile(archive, document, limits));
    known.set(document, units);
    return units;
  };
  return async (root, document) => {
    if (!findAll(root, 'a').some((link) => mayBeMark(link))) return none;
    const own = textUnits(root, document);
    // Most notes stand in the document of their marks.
    known.set(document, byId(own));
    const candidates = own.flatMap((unit) => candidatesIn(unit));
    const marks = new Set(rowsOf(candidates).flatMap((row) => row.map(({ link }) => link.element)));
    for (const { link, unit } of candidates) {
      if (marks.has(link.element)) continue;
      const units = await unitsById(link.target.slice(0, link.target.indexOf('#')));
      if (isPair(unit, units.get(link.target))) marks.add(link.element);
    }
    return marks;
  };
}

const none: ReadonlySet<Element> = new Set();

/** Testing first is faster: most documents have none. */
function mayBeMark(link: Element): boolean {
  return link.attribs['href']?.includes('#') === true && canBeMark(textOf(link));
}

function candidatesIn(unit: TextUnit): readonly Candidate[] {
  return unit.links
    .filter(({ text, isBehindWords }) => isBehindWords && canBeMark(text))
    .filter((link) => isGlued(link) || (!unit.isHeading && unit.length >= minSentence))
    .map((link) => ({ link, unit }));
}

function isGlued({ before }: UnitLink): boolean {
  return /[^\s\d,;–-]$/u.test(before);
}

function isPair(unit: TextUnit, note: TextUnit | undefined): boolean {
  if (note === undefined || note === unit || note.isHeading) return false;
  return note.links.some(({ target }) => unit.ids.has(target));
}

function rowsOf(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const rows: Candidate[][] = [];
  for (const candidate of candidates) {
    const { text } = candidate.link;
    if (!isGlued(candidate.link) || !/^\d{1,4}$/u.test(text)) continue;
    const last = Number(rows.at(-1)?.at(-1)?.link.text ?? Number.NaN);
    if (Number(text) === last + 1) rows.at(-1)?.push(candidate);
    else rows.push([candidate]);
  }
  return rows.filter(({ length }) => length >= minRow);
}

function byId(units: readonly TextUnit[]): ReadonlyMap<string, TextUnit> {
  return new Map(units.flatMap((unit) => [...unit.ids].map((id) => [id, unit] as const)));
}

/** A file that is missing or cannot be read has no notes. */
async function unitsOfFile(archive: Archive, path: string, limits: ReadLimits): Promise<readonly TextUnit[]> {
  const name = archive.find(path);
  if (name === undefined) return [];
  try {
    return textUnits(parseContent(decodeText(await archive.read(name, limits.documentBytes)), limits), path);
  } catch (error) {
    if (error instanceof AudiobookError && error.code === 'book-damaged') return [];
    throw error;
  }
}
