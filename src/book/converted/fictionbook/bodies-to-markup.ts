import { attribute, childrenOf, findAll, localName, textOf } from '../../epub/markup/markup-tree.ts';
import type { Element } from '../../epub/markup/markup-tree.ts';
import type { MarkupDocument } from '../markup-book.ts';
import { titleWords } from '../../titles/title-words.ts';
import { SectionWriter } from './section-writer.ts';

const notesPath = 'notes';
/** The standard names the bodies `notes` and `comments`. */
const notesName = new RegExp(`comment|${titleWords('notes')}`, 'iu');

/**
 * Converts the bodies of a FictionBook: one document for each section of the first level, and one for all notes. The title of
 * a single body is the title page of the book.
 */
export function bodiesToMarkup(bodies: readonly Element[]): MarkupDocument[] {
  const targets = noteTargets(bodies);
  const notes = new Set(bodies.slice(1).filter((body) => isNotes(body, targets)));
  const texts = bodies.filter((body) => !notes.has(body));
  const parts = texts.flatMap((body) => partsOf(body, texts.length > 1 ? 1 : 0));
  const paths = new Map(
    [
      ...parts.map(({ nodes }, index) => ({ path: `section-${index + 1}`, nodes })),
      { path: notesPath, nodes: [...notes] },
    ].flatMap(({ path, nodes }) => idsIn(nodes).map((id) => [id, path] as const)),
  );
  const writer = new SectionWriter({ paths, notesPath });
  return [
    ...parts.map(({ level, nodes }, index) => ({
      path: `section-${index + 1}`,
      body: nodes.map((node) => writer.write(node, level)).join('\n'),
    })),
    ...(notes.size === 0
      ? []
      : [{ path: notesPath, body: [...notes].map((body) => writer.writeNotes(body)).join('\n') }]),
  ];
}

/** Consecutive elements of one document; headings in it are below `level`. */
interface Part {
  readonly level: number;
  readonly nodes: readonly Element[];
}

/** Returns what comes before the first section of a body, and each of its sections. */
function partsOf(body: Element, level: number): Part[] {
  const children = childrenOf(body);
  const sections = children.filter((child) => localName(child) === 'section');
  const front = children.filter((child) => !sections.includes(child));
  return [
    ...(front.every((child) => textOf(child) === '') ? [] : [{ level, nodes: front }]),
    ...sections.map((section) => ({ level, nodes: [section] })),
  ];
}

function noteTargets(bodies: readonly Element[]): ReadonlySet<string> {
  const links = bodies.flatMap((body) => findAll(body, 'a'));
  return new Set(
    links
      .filter((link) => attribute(link, 'type') === 'note')
      .map((link) => attribute(link, 'href')?.replace(/^#/u, '') ?? ''),
  );
}

/** Notes are named so, or marks lead to them. */
function isNotes(body: Element, targets: ReadonlySet<string>): boolean {
  if (notesName.test(attribute(body, 'name') ?? '')) return true;
  const [title] = childrenOf(body, 'title');
  if (title !== undefined && notesName.test(textOf(title))) return true;
  return findAll(body, 'section').some((section) => targets.has(attribute(section, 'id') ?? ''));
}

function idsIn(nodes: readonly Element[]): string[] {
  const ids: string[] = [];
  const visit = (element: Element): void => {
    const id = attribute(element, 'id');
    if (id !== undefined) ids.push(id);
    childrenOf(element).forEach(visit);
  };
  nodes.forEach(visit);
  return ids;
}
