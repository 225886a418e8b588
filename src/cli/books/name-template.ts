import path from 'node:path';
import { invalidValue } from '../../core/errors.ts';
import { fileName } from '../../core/file-name.ts';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import { formatByName } from '../../pipeline/output/output-paths.ts';

/** The fields of a template. A field without a value leaves out what is around it. */
const nameFields = [
  'author',
  'title',
  'subtitle',
  'series',
  'series-position',
  'year',
  'narrator',
  'language',
  'publisher',
  'file',
] as const;

/** The values of a book for each field. */
export type NameValues = Readonly<Partial<Record<(typeof nameFields)[number], string | undefined>>>;

/** A parsed template: parts of a path, each of texts and fields. */
export interface NameTemplate {
  readonly parts: readonly (readonly Piece[])[];
  /** Format of the extension, when it has one. */
  readonly format: NarrationRequest['format'] | undefined;
}

type Piece = { readonly text: string } | { readonly field: keyof NameValues };

/** Templates with a name: the folders that players expect. */
const presets: Readonly<Record<string, string>> = {
  audiobookshelf: '{author}/{series}/{series-position} - {title}/{title}',
  plex: '{author}/{title}/{title}',
  flat: '{author} - {title}',
};

/** Completes "Expected …". */
export const expectedName =
  `${Object.keys(presets).join(', ')}, or a path below the output folder with ` +
  nameFields.map((field) => `{${field}}`).join(', ');

/** Reads a template or the name of one. Throws `bad-value` for an unknown field, an absolute path and one that leaves its folder. */
export function nameTemplate(given: string): NameTemplate {
  const text = Object.hasOwn(presets, given) ? (presets[given] ?? given) : given;
  const format = formatByName(text);
  const stem = format === undefined ? text : text.slice(0, -format.length - 1);
  const parts = stem.split(/[/\\]/u);
  const isOutside =
    path.isAbsolute(text) || /^[A-Za-z]:/u.test(text) || parts.some((part) => /^\.{1,2}$|^$/u.test(part));
  if (isOutside) throw invalidValue('name', given, expectedName);
  return { parts: parts.map((part) => piecesOf(part, given)), format };
}

function piecesOf(part: string, given: string): readonly Piece[] {
  return part.split(/(\{[^{}]*\})/u).flatMap((piece): Piece[] => {
    if (piece === '') return [];
    if (!piece.startsWith('{')) return [{ text: piece }];
    const field = nameFields.find((known) => `{${known}}` === piece.toLowerCase());
    if (field === undefined) throw invalidValue('name', given, expectedName);
    return [{ field }];
  });
}

/** Returns the path for a book, relative and without extension: its parts are names that every system accepts. */
export function fillName({ parts }: NameTemplate, values: NameValues): string {
  const names = parts.map((pieces) => fileName(fillPart(pieces, values)));
  const last = names.at(-1) || fileName(values.file ?? '') || 'Audiobook';
  return path.join(...names.slice(0, -1).filter((name) => name !== ''), last);
}

/** Signs that connect a field with another, at the beginning and at the end of a name. */
const danglingSigns = /^[\s\-–—_.,:;)\]]+|[\s\-–—_,:;([]+$/gu;

/** A missing field takes the text after it along: `{series-position} - {title}` becomes `Title`. */
function fillPart(pieces: readonly Piece[], values: NameValues): string {
  let isAfterMissing = false;
  let isWhole = true;
  let filled = '';
  for (const piece of pieces) {
    const value = 'text' in piece ? piece.text : oneName(values[piece.field]);
    const isMissing = value === '';
    if (!isMissing && !('text' in piece && isAfterMissing)) filled += value;
    isAfterMissing = isMissing;
    isWhole &&= !isMissing;
  }
  return isWhole ? filled : filled.replaceAll(danglingSigns, '');
}

/** Only the template makes folders. */
function oneName(value = ''): string {
  return value.replaceAll(/[/\\]+/gu, ' ').trim();
}
