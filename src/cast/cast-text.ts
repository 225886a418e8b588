import { groupBy } from '../core/collections/group-by.ts';
import type { Block } from '../core/book.ts';
import { findQuotations } from './find-quotations.ts';
import type { BlockSpan, Quotation } from './find-quotations.ts';
import type { Surroundings } from './speech-tag.ts';

/** A chapter with its quotations. */
export interface CastText {
  readonly blocks: readonly Block[];
  readonly quotations: readonly Quotation[];
  /** The words beside each quotation. */
  readonly tags: readonly Surroundings[];
  /** The passages that no character says, in order. */
  readonly narration: readonly string[];
}

/** Returns a chapter with its quotations and what stands around them. */
export function castText(blocks: readonly Block[], language: string): CastText {
  const quotations = findQuotations(blocks, language);
  const spans = quotations.flatMap((quotation) => quotation.spans);
  const spansIn = groupBy(spans, ({ block }) => block);
  return {
    blocks,
    quotations,
    tags: quotations.map((quotation) => surroundings(quotation, blocks, spansIn)),
    narration: blocks.flatMap(({ kind, text }, index) =>
      kind === 'heading' ? [] : gapsOf(text, spansIn.get(index) ?? []),
    ),
  };
}

/** Returns the text of a quotation with its marks; paragraphs with a line break between them. */
export function quotationText({ spans }: Quotation, blocks: readonly Block[]): string {
  return spans.map(({ block, from, to }) => blocks[block]?.text.slice(from, to) ?? '').join('\n');
}

function surroundings(quotation: Quotation, blocks: readonly Block[], spansIn: SpansIn): Surroundings {
  const { spans } = quotation;
  return {
    before: beforeSpan(spans[0], blocks, spansIn),
    after: afterSpan(spans.at(-1), blocks, spansIn),
    isOpen: /[,，][^\p{L}\p{N}]*$/u.test(quotationText(quotation, blocks)),
  };
}

type SpansIn = ReadonlyMap<number, readonly BlockSpan[]>;

function beforeSpan(span: BlockSpan | undefined, blocks: readonly Block[], spansIn: SpansIn): string {
  if (!span) return '';
  const last = spansIn.get(span.block)?.findLast(({ to }) => to <= span.from);
  return blocks[span.block]?.text.slice(last?.to ?? 0, span.from) ?? '';
}

function afterSpan(span: BlockSpan | undefined, blocks: readonly Block[], spansIn: SpansIn): string {
  if (!span) return '';
  const next = spansIn.get(span.block)?.find(({ from }) => from >= span.to);
  return blocks[span.block]?.text.slice(span.to, next?.from) ?? '';
}

function gapsOf(text: string, spans: readonly BlockSpan[]): string[] {
  const starts = [0, ...spans.map(({ to }) => to)];
  return starts.map((start, index) => text.slice(start, spans[index]?.from)).filter((gap) => gap.trim() !== '');
}
