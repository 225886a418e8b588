import type { OperationPlace } from './operation.ts';

/** What a model is asked about a place. */
export const allFields = ['who', 'how', 'words', 'pause', 'tell', 'skip'] as const;
export type Field = (typeof allFields)[number];

/** A place of a chapter that a model is asked about: a quotation, a short paragraph, a table, a reference. */
export interface Slot {
  /** A quotation over several paragraphs has several. */
  readonly places: readonly OperationPlace[];
  readonly fields: readonly Field[];
  /** Number of blocks, for a table of several rows. Default: 1. */
  readonly blocks?: number | undefined;
}

/** What a model answered about a slot: values by field, not checked. */
export type SlotAnswer = Readonly<Partial<Record<Field, string>>>;

/** The answers for "not sure" and for what needs nothing, and those for the length of a beat, in seconds. */
export const unknownName = 'unknown';
/** A breath, and a beat that a listener notices. */
export const pauseSeconds: Readonly<Record<string, number>> = { none: 0, short: 0.4, long: 1 };

/** Returns the first place of a slot, at which its number stands. */
export function startOf({ places }: Slot): OperationPlace {
  return places[0] ?? { block: 0, from: 0, to: 0 };
}

/** Returns the text of a slot. */
export function textOf({ places, blocks = 1 }: Slot, all: readonly { readonly text: string }[]): string {
  const [first] = places;
  if (first && blocks > 1) {
    const rows = all.slice(first.block, first.block + blocks);
    return rows.map(({ text }) => text).join('\n');
  }
  return places.map(({ block, from, to }) => all[block]?.text.slice(from, to) ?? '').join('\n');
}
