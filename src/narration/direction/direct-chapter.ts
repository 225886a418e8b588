import type { CastText } from '../../cast/cast-text.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import { guessSpeakers, namedSpeakers } from '../../cast/guess-speakers.ts';
import { mannersOf } from '../../cast/manner-of.ts';
import type { Manner } from '../../core/delivery.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { askSlots } from './ask-slots.ts';
import { cutWindows } from './cut-windows.ts';
import type { Passage } from './cut-windows.ts';
import type { DirectionTools } from './direction-tools.ts';
import { findSlots } from './find-slots.ts';
import { startKey } from './operation.ts';
import type { Operation } from './operation.ts';
import { operationsOf, withCalmNarrator, withoutNoise } from './operations-of.ts';
import { peopleIn } from './people-in.ts';
import { allFields } from './slot.ts';
import type { Field, SlotAnswer } from './slot.ts';
import type { Trust } from './try-model.ts';

/** What is known of a book before its chapters are directed. */
export interface DirectedBook {
  readonly roster: readonly KnownCharacter[];
  /** Default: the rules alone decide. */
  readonly trust?: Trust | undefined;
}

/**
 * Returns all operations of a chapter, in the order of its text: what the rules decide, and what a trusted model adds. Quotations of
 * unknown speakers have no `who`. Throws what the model throws, and never for an answer that is of no use.
 */
export async function directChapter(
  text: CastText,
  { roster, trust }: DirectedBook,
  tools: DirectionTools,
): Promise<readonly Operation[]> {
  const { model, language } = tools;
  const known = decide(text, roster, language);
  if (!model || !trust?.isTrusted) return byRules(text, known).toSorted(inOrder);
  const passages = passagesOf(text, known, { roster, trust });
  const asked = await askPassages(passages, { people: peopleIn(text, roster), trust }, { ...tools, model });
  const answered = withCalmNarrator(asked, text);
  const decided = new Set(answered.filter(({ kind }) => kind === 'who').map(startKey));
  const rules = byRules(text, known).filter((each) => each.kind !== 'who' || !decided.has(startKey(each)));
  return [...rules, ...answered].toSorted(inOrder);
}

/** What the rules know of a quotation. */
interface Known {
  readonly speaker: string | undefined;
  /** Whether the narrator names the speaker beside it. */
  readonly isNamed: boolean;
  readonly manner: Manner | undefined;
}

function decide(text: CastText, roster: readonly KnownCharacter[], language: string): readonly Known[] {
  const named = namedSpeakers(text, roster, language);
  const manners = mannersOf(text, language);
  return guessSpeakers(text, roster, language).map(({ speaker }, index) => ({
    speaker: named[index] ?? speaker,
    isNamed: named[index] !== undefined,
    manner: manners[index],
  }));
}

function byRules({ quotations }: CastText, known: readonly Known[]): readonly Operation[] {
  return quotations.flatMap(({ spans }, index) => {
    const { speaker, manner } = known[index] ?? {};
    return spans.flatMap((span): Operation[] => [
      ...(speaker === undefined ? [] : [{ ...span, kind: 'who' as const, name: speaker }]),
      ...(manner === undefined ? [] : [{ ...span, kind: 'how' as const, delivery: { manner } }]),
    ]);
  });
}

/**
 * The rules' guesses without a name beside the quotation are right in 86 % (`guessSpeakers`): only a better model is asked there, too. Others
 * do not end, either, once they may write words of their own.
 */
const betterThanGuesses = 0.9;

/** Returns the parts of a chapter that a trusted model is asked about. */
export function askedPassages(text: CastText, book: TrustedBook, language: string): readonly Passage[] {
  return passagesOf(text, decide(text, book.roster, language), book);
}

/** A book whose model is asked. */
interface TrustedBook {
  readonly roster: readonly KnownCharacter[];
  readonly trust: Extract<Trust, { isTrusted: true }>;
}

function passagesOf(text: CastText, known: readonly Known[], { roster, trust }: TrustedBook): readonly Passage[] {
  const isBetter = (trust.right ?? 0) >= betterThanGuesses;
  const isOpen = ({ speaker, isNamed }: Known): boolean =>
    roster.length > 0 && (isBetter ? !isNamed : speaker === undefined);
  const asked = known.map((each): Field[] => [
    ...(isOpen(each) ? (['who'] as const) : []),
    ...(each.manner === undefined ? (['how'] as const) : []),
    ...(each.manner === undefined && isBetter ? (['words'] as const) : []),
  ]);
  const given = known.map((each) => (isOpen(each) ? undefined : each.speaker));
  return cutWindows(text, findSlots(text, asked), { given, window: trust.window });
}

interface Asked {
  readonly people: readonly KnownCharacter[];
  readonly trust: Extract<Trust, { isTrusted: true }>;
}

async function askPassages(
  passages: readonly Passage[],
  { people, trust }: Asked,
  tools: DirectionTools & { readonly model: LanguageModel },
): Promise<readonly Operation[]> {
  const { model, language, prompt, onPiece } = tools;
  const isTried = trust.right !== undefined;
  let done = 0;
  const found = await mapConcurrently(passages, model.concurrency ?? 1, async (passage) => {
    const question = { passages: [passage], roster: people, language, prompt };
    const first = await askSlots(question, tools);
    // A model that could not be tried is asked with the names in another order, and what differs is not used.
    const second = isTried || !first ? first : await askSlots({ ...question, roster: people.toReversed() }, tools);
    done += 1;
    onPiece?.(done, passages.length);
    if (!first || !second) return [];
    const checked = { blocks: passage.text.blocks, language, request: first.request };
    return [...first.answers].flatMap(([slot, answer]) => {
      const other = second.answers.get(slot) ?? {};
      return operationsOf(slot, isTried ? answer : agreed(answer, other), checked);
    });
  });
  const slots = passages.flatMap((passage) => passage.slots);
  const heard = withoutNoise(withoutNoise(found.flat(), 'how', slots, isTried), 'pause', slots, isTried);
  return isTried ? heard : withoutRepeatedName(heard);
}

/** One answer shows no habit. */
const minNamed = 2;

/** A model that nearly always names the same person names it in both answers. */
function withoutRepeatedName(operations: readonly Operation[]): readonly Operation[] {
  const names = operations.flatMap((each) => (each.kind === 'who' ? [each.name] : []));
  if (names.length < minNamed) return operations;
  const countOf = (name: string | undefined): number => names.filter((other) => other === name).length;
  return operations.filter((each) => each.kind !== 'who' || countOf(each.name) * 2 <= names.length);
}

/** Returns what two answers about a slot have in common. Words that say the same may differ. */
function agreed(answer: SlotAnswer, other: SlotAnswer): SlotAnswer {
  const free = new Set<Field>(['words', 'tell']);
  const fields = allFields.filter((field) => free.has(field) || other[field] === answer[field]);
  return Object.fromEntries(fields.map((field) => [field, answer[field]]));
}

function inOrder(one: Operation, other: Operation): number {
  return one.block - other.block || one.from - other.from;
}
