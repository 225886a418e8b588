import path from 'node:path';
import { attribute, childrenOf, textOf } from '../../epub/markup/markup-tree.ts';
import type { Element } from '../../epub/markup/markup-tree.ts';
import { parseXmlInParts } from '../../epub/markup/parse-markup.ts';
import { resolveReference } from '../../epub/markup/resolve-reference.ts';
import { decodeText } from '../../epub/package/decode-text.ts';
import type { Archive } from '../../epub/package/open-archive.ts';
import type { ReadLimits } from '../../read-limits.ts';
import type { MarkupBook } from '../markup-book.ts';
import { readPicture } from '../read-picture.ts';
import { readCoreProperties } from './read-core-properties.ts';
import { picturesIn, noteId } from './run-writer.ts';
import { readWordStyles } from './word-styles.ts';
import { WordWriter } from './word-writer.ts';

/** Finds the text of a Word document (DOCX); undefined for other archives. */
export function findWordText(archive: Archive): string | undefined {
  return archive.names.find((name) => /^word\/document\d*\.xml$/u.test(name));
}

/**
 * Converts a Word document: its body, text boxes, footnotes and endnotes, its properties, and a picture before all text as the
 * cover. Headers, footers, comments, deleted text and the instructions of fields are not text. Throws `book-too-large` or `book-damaged`.
 */
export async function readWord(archive: Archive, document: string, limits: ReadLimits): Promise<MarkupBook> {
  const part = async (name: string): Promise<string> => {
    const found = archive.find(name);
    return found === undefined ? '' : decodeText(await archive.read(found, limits.fileBytes));
  };
  const styles = readWordStyles(await part('word/styles.xml'), limits);
  let relations = readRelations(await part(relationsOf(document)), document, limits);
  const writer = new WordWriter(styles, (id) => relations.get(id));
  const body = new WordBody(writer);
  parseXmlInParts(await part(document), limits, ['document', 'body'], (element) => body.add(element));
  body.end();
  const picture = body.picture === undefined ? undefined : relations.get(body.picture);
  for (const kind of ['footnote', 'endnote'] as const) {
    const name = `word/${kind}s.xml`;
    relations = readRelations(await part(relationsOf(name)), name, limits);
    const addNote = (note: Element): void => body.addNote(kind, note);
    parseXmlInParts(await part(name), limits, [`${kind}s`], addNote);
  }
  const properties = readCoreProperties(await part('docProps/core.xml'), limits);
  return {
    documents: [{ path: 'text', body: body.markup }],
    metadata: {
      ...properties,
      title: properties.title ?? body.title,
      language: properties.language ?? styles.language,
    },
    cover: await readPicture(archive, picture, limits),
  };
}

/** Collects the converted text. */
class WordBody {
  readonly #writer: WordWriter;
  readonly #written: string[] = [];
  #hasText = false;
  /** Text of the first paragraph with the style of a title. */
  title: string | undefined;
  /** Id of a picture before all text. */
  picture: string | undefined;

  constructor(writer: WordWriter) {
    this.#writer = writer;
  }

  get markup(): string {
    return this.#written.join('\n');
  }

  add(element: Element): void {
    const written = this.#writer.block(element);
    if (!this.#hasText) this.picture ??= picturesIn(element)[0];
    this.#hasText ||= /[\p{L}\p{N}]/u.test(written.replaceAll(/<[^>]*>/gu, ''));
    if (written.startsWith('<p class="title">')) this.title ??= textOf(element);
    this.#written.push(written);
  }

  end(): void {
    this.#written.push(this.#writer.end());
  }

  /** Adds a note; the lines that divide notes from text are stored like notes with a type. */
  addNote(kind: 'footnote' | 'endnote', note: Element): void {
    if (/separator|notice/iu.test(attribute(note, 'type') ?? '')) return;
    const text = childrenOf(note).map((child) => this.#writer.block(child));
    const id = noteId(kind, attribute(note, 'id'));
    this.#written.push(`<aside epub:type="${kind}" id="${id}">${text.join('')}${this.#writer.end()}</aside>`);
  }
}

function relationsOf(part: string): string {
  return path.posix.join(path.posix.dirname(part), '_rels', `${path.posix.basename(part)}.rels`);
}

/** Returns the paths in the archive that a part refers to, by id. */
function readRelations(relations: string, part: string, limits: ReadLimits): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  parseXmlInParts(relations, limits, ['relationships'], (relation) => {
    const [id, target = ''] = [attribute(relation, 'Id'), attribute(relation, 'Target')];
    if (id === undefined || attribute(relation, 'TargetMode') === 'External') return;
    const found = target.startsWith('/') ? target.slice(1) : resolveReference(part, target)?.path;
    if (found !== undefined) paths.set(id, found);
  });
  return paths;
}
