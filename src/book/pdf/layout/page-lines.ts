import type { SetOffText } from '../../emphasis/emphasis-ranges.ts';
import { extractDropCaps } from './extract-drop-caps.ts';
import { bodyFace, emphasisOf } from './face-emphasis.ts';
import type { FontFace, Fragment, Line, PdfPage, Run } from './pdf-page.ts';
import { isRightToLeft, readableText } from './readable-text.ts';
import { readingOrder } from './reading-order.ts';
import { readScript, scriptPosition } from './superscript.ts';
import { horizontalGap, toFragment, addSpace } from './to-fragments.ts';
import { toRows } from './to-rows.ts';
import type { Row } from './to-rows.ts';
import { limits } from './limits.ts';

/** More fragments than a readable page has. Beyond this, the drawing order replaces the reading order. */
const maxFragments = 5000;

/** Returns the lines of all pages in reading order. */
export function pageLines(pages: readonly PdfPage[]): Line[] {
  let region = 0;
  const body = bodyFace(pages);
  return pages.flatMap((page) => {
    const { fragments } = page;
    const rightToLeft = fragments.filter((one) => one.runs[0]?.rightToLeft === true).length * 2 > fragments.length;
    const regions = fragments.length > maxFragments ? [[...fragments]] : readingOrder(fragments, rightToLeft);
    return regions.flatMap((inRegion) => {
      region += 1;
      return toLines(inRegion, { page: page.number, region }, body);
    });
  });
}

interface LinePlace {
  readonly page: number;
  readonly region: number;
}

function toLines(fragments: readonly Fragment[], place: LinePlace, body: FontFace | undefined): Line[] {
  const { rest, dropCaps } = extractDropCaps(fragments);
  return toRows(rest).flatMap((row) => {
    const line = toLine(row, place, body);
    if (line.text === '' && line.opensNote === undefined) return [];
    const own = dropCaps.find((one) => one.row.baseline === row.baseline);
    const beside = dropCaps.find((one) => row.baseline > one.top && row.baseline <= one.bottom && row.left >= one.left);
    return [{ ...line, left: beside?.left ?? line.left, dropCap: own?.text }];
  });
}

function toLine(row: Row, place: LinePlace, body: FontFace | undefined): Line {
  const cells = toCells(row);
  const rightToLeft = cells.some((cell) => cell.runs.filter((run) => run.rightToLeft).length * 2 > cell.runs.length);
  if (rightToLeft) cells.reverse();
  const collected: Collected = { marks: [], parts: [], body };
  const texts = cells.map((cell) => cellText(cell, row, rightToLeft, collected)).filter((text) => text !== '');
  const { marks } = collected;
  const first = row.fragments[0]?.runs[0];
  const opensNote =
    marks.length > 0 && first !== undefined && scriptPosition(first, row) === 'superscript' ? marks.shift() : undefined;
  const runs = row.fragments.flatMap((one) => one.runs);
  return {
    ...place,
    text: readableText(texts.join(' ')),
    cells: texts.map((text) => readableText(text)),
    left: row.left,
    right: row.right,
    baseline: row.baseline,
    size: row.size,
    bold: charactersOf(runs.filter((run) => run.bold)) > 0.8 * charactersOf(runs),
    rightToLeft,
    marks,
    opensNote,
    setOff: setOffParts(collected.parts),
  };
}

/** The marks and set-off parts of a line. */
interface Collected {
  readonly marks: string[];
  readonly parts: SetOffText[];
  readonly body: FontFace | undefined;
}

function setOffParts(parts: readonly SetOffText[]): SetOffText[] | undefined {
  if (!parts.some(({ emphasis }) => emphasis !== undefined)) return undefined;
  return parts.map(({ text, emphasis }) => ({ text: readableText(text), emphasis }));
}

function charactersOf(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.text.trim().length, 0);
}

/** Joins the fragments of a row that are at most one word space apart. */
function toCells(row: Row): Fragment[] {
  const cells: Fragment[] = [];
  for (const fragment of row.fragments) {
    const last = cells.at(-1);
    const distance = last === undefined ? Infinity : horizontalGap(last, fragment);
    if (last === undefined || distance > row.size * limits.cellGap) {
      cells.push(fragment);
      continue;
    }
    const [head, ...tail] = fragment.runs;
    const neighbor = last.runs.at(-1);
    const isApart = distance > row.size * limits.space.ofFragments;
    const joined = isApart && head && neighbor ? [addSpace(neighbor, head), ...tail] : fragment.runs;
    cells[cells.length - 1] = toFragment([...last.runs, ...joined], last.order);
  }
  return cells;
}

function cellText(cell: Fragment, row: Row, rightToLeft: boolean, { marks, parts, body }: Collected): string {
  let text = '';
  for (const run of rightToLeft ? logicalOrder(cell.runs) : cell.runs) {
    const position = scriptPosition(run, row);
    if (position === 'baseline') {
      text += run.text;
      parts.push(...faceParts(run, run.text, body));
      continue;
    }
    const piece = readScript(run, position, text);
    if (piece.kind === 'text') {
      text += piece.text;
      parts.push(...faceParts(run, piece.text, body));
    } else {
      marks.push(piece.mark);
      // The space around the mark still separates the words.
      if (/^\s|\s$/u.test(run.text)) text += ' ';
    }
  }
  return text.replaceAll(/\s+([.,;:!?…]+)(?=\s|$)/gu, (all, stops: string) => (marks.length > 0 ? stops : all));
}

/** Returns the parts of the text of a run. One that was changed has the face of its beginning. */
function faceParts({ text: given, faces = [] }: Run, text: string, body: FontFace | undefined): SetOffText[] {
  const [first] = faces;
  if (body === undefined || first === undefined) return [{ text, emphasis: undefined }];
  if (text !== given) return [{ text, emphasis: emphasisOf(first.face, body) }];
  return faces.map((one) => ({ text: one.text, emphasis: emphasisOf(one.face, body) }));
}

/** Orders runs from right to left, but keeps numbers and Latin words in their own order. */
function logicalOrder(runs: readonly Run[]): Run[] {
  const ordered: Run[] = [];
  let embedded: Run[] = [];
  for (const run of [...runs].toSorted((a, b) => b.right - a.right)) {
    if (run.rightToLeft || isRightToLeft(run.text)) {
      ordered.push(...turnSpace(embedded.toReversed()), run);
      embedded = [];
    } else {
      embedded.push(run);
    }
  }
  return [...ordered, ...turnSpace(embedded.toReversed())];
}

/** Moves trailing space of left-to-right words behind them in a right-to-left line. */
function turnSpace(runs: readonly Run[]): Run[] {
  const [first, last] = [runs[0], runs.at(-1)];
  const [left = ''] = /^\s+/u.exec(first?.text ?? '') ?? [];
  const [right = ''] = /\s+$/u.exec(last?.text ?? '') ?? [];
  return runs.map((run) => {
    const opened = run === first ? right + run.text.trimStart() : run.text;
    return { ...run, text: run === last ? opened.trimEnd() + left : opened };
  });
}
