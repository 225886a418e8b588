import type { CastText } from '../../cast/cast-text.ts';
import { narratorName } from '../../cast/character.ts';
import { manners } from '../../core/delivery.ts';
import type { Delivery } from '../../core/delivery.ts';
import { tells, usableWords } from './check-words.ts';
import type { CheckContext } from './check-words.ts';
import { startKey } from './operation.ts';
import type { Operation } from './operation.ts';
import { pauseSeconds, startOf, textOf, unknownName } from './slot.ts';
import type { Slot, SlotAnswer } from './slot.ts';

/** The text of a chapter, and what answers about it are checked against. */
export interface AnsweredText extends CheckContext {
  readonly blocks: readonly { readonly text: string }[];
}

/** Returns the operations that follow from an answer. What does not stand up to its check gives none. */
export function operationsOf(slot: Slot, answer: SlotAnswer, text: AnsweredText): readonly Operation[] {
  return [
    ...whoOf(slot, answer),
    ...howOf(slot, answer, text),
    ...pauseOf(slot, answer),
    ...wordsOf(slot, answer, text),
  ];
}

/** The rules' guess stands where the model is not sure. */
function whoOf({ places }: Slot, { who }: SlotAnswer): readonly Operation[] {
  if (who === undefined || who === unknownName) return [];
  const name = who === narratorName ? undefined : who;
  return places.map((place): Operation => ({ ...place, kind: 'who', name }));
}

function howOf({ places }: Slot, { how, words = '' }: SlotAnswer, { request }: AnsweredText): readonly Operation[] {
  const manner = manners.find((known) => known === how);
  if (manner === undefined || manner === 'neutral') return [];
  const delivery: Delivery = { manner, words: usableWords(words, request) };
  return places.map((place): Operation => ({ ...place, kind: 'how', delivery }));
}

function pauseOf(slot: Slot, { pause = '' }: SlotAnswer): readonly Operation[] {
  const seconds = pauseSeconds[pause] ?? 0;
  return seconds === 0 ? [] : [{ ...startOf(slot), kind: 'pause', seconds }];
}

/** Returns what changes the words that are spoken. */
function wordsOf(slot: Slot, { tell, skip }: SlotAnswer, text: AnsweredText): readonly Operation[] {
  const place = startOf(slot);
  const own = textOf(slot, text.blocks);
  if (skip === 'skip') return [{ ...place, kind: 'skip' }];
  if (tell !== undefined && tells(tell, own, text))
    return [{ ...place, kind: 'tell', words: tell.replaceAll(/\s+/gu, ' '), blocks: slot.blocks ?? 1 }];
  return [];
}

/** So few are believed of a model that was tried. */
const minShared = 2;
/** Of good readings, more than two thirds of the lines have no manner and no beat of their own. */
const maxShare = 1 / 3;

/**
 * Returns the operations without those of `kind` when they are more than a third of what was asked for: a model that finds a manner or
 * a beat everywhere has found none.
 */
export function withoutNoise(
  operations: readonly Operation[],
  kind: 'how' | 'pause',
  slots: readonly Slot[],
  isTried: boolean,
): readonly Operation[] {
  const asked = slots.filter(({ fields }) => fields.includes(kind)).length;
  const starts = new Set(slots.map((slot) => startKey(startOf(slot))));
  const found = operations.filter((each) => each.kind === kind && starts.has(startKey(each))).length;
  if (found <= Math.max(isTried ? minShared : 0, asked * maxShare)) return operations;
  return operations.filter((each) => each.kind !== kind);
}

/** Of so many paragraphs, a narrator says at most one in a manner: listeners follow a calm voice, and a good reader hardly ever leaves it. */
const paragraphsPerManner = 20;

/** Returns the operations without the manners of the narrator when there are too many of them: then they mean nothing. */
export function withCalmNarrator(
  operations: readonly Operation[],
  { blocks, quotations }: Pick<CastText, 'blocks' | 'quotations'>,
): readonly Operation[] {
  const quoted = new Set(quotations.flatMap(({ spans }) => spans.map(({ block }) => block)));
  const isNarrated = ({ kind, block }: Operation): boolean => kind === 'how' && !quoted.has(block);
  const paragraphs = blocks.filter(({ kind }, index) => kind === 'paragraph' && !quoted.has(index)).length;
  const allowed = Math.max(1, paragraphs / paragraphsPerManner);
  return operations.filter(isNarrated).length <= allowed ? operations : operations.filter((each) => !isNarrated(each));
}
