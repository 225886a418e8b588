import type { Guess, KnownCharacter } from '../character.ts';
import type { CastText } from '../cast-text.ts';

/** What the words of quotations tell about who does not say them, by index. */
export interface SpokenNames {
  /** The people whom a quotation names: hardly anybody says the own name. */
  readonly named: readonly ReadonlySet<KnownCharacter>[];
  /** The people to whom it is said. */
  readonly addressed: readonly (readonly KnownCharacter[])[];
}

/** A paragraph of dialogue, or several that one person says. */
interface Turn {
  readonly from: number;
  to: number;
  /** Indexes of its quotations. */
  readonly indexes: number[];
  guess: Guess;
}

/**
 * Gives the quotations of unknown speakers those that follow from the turns: in a dialogue two people speak alternately, and who is
 * spoken to by name answers. What follows from the turns before must not contradict those after.
 */
export function takeTurns(text: CastText, guesses: Guess[], names: SpokenNames): void {
  const turns = turnsOf(text, guesses);
  const forward = speakers(turns, names, isAnswer);
  const backward = speakers(turns.toReversed(), names, isEarlier).toReversed();
  for (const [at, { indexes, guess }] of turns.entries()) {
    const [person, after] = [forward[at], backward[at]];
    if (isKnown(guess) || person === undefined || (after ?? person) !== person) continue;
    for (const index of indexes) if (!isKnown(guesses[index])) guesses[index] = { person, sure: 'low' };
  }
}

function isKnown(guess: Guess | undefined): boolean {
  return guess?.person !== undefined || guess?.isOther === true;
}

function turnsOf({ quotations }: CastText, guesses: readonly Guess[]): Turn[] {
  const turns: Turn[] = [];
  for (const [index, { spans }] of quotations.entries()) {
    const guess = guesses[index] ?? { sure: 'low' };
    const from = spans[0]?.block ?? 0;
    const to = spans.at(-1)?.block ?? from;
    const last = turns.at(-1);
    if (last?.to === from) add(last, { index, to, guess });
    else turns.push({ from, to, indexes: [index], guess });
  }
  return turns;
}

function add(
  turn: Turn,
  { index, to, guess }: { readonly index: number; readonly to: number; readonly guess: Guess },
): void {
  turn.indexes.push(index);
  turn.to = to;
  if (!turn.guess.person && guess.person) turn.guess = guess;
}

/** Reports whether a turn follows another one at once. */
type Follows = (turn: Turn, other: Turn | undefined) => other is Turn;

const isAnswer: Follows = (turn, other): other is Turn => other !== undefined && turn.from - other.to === 1;
const isEarlier: Follows = (turn, other): other is Turn => other !== undefined && other.from - turn.to === 1;

/** Returns the speakers of turns in the order in which they are given, each from the two before it. */
function speakers(turns: readonly Turn[], names: SpokenNames, follows: Follows): (KnownCharacter | undefined)[] {
  const people: (KnownCharacter | undefined)[] = [];
  for (const [at, turn] of turns.entries()) {
    const last = turns[at - 1];
    if (isKnown(turn.guess) || !follows(turn, last)) {
      people.push(turn.guess.person);
      continue;
    }
    const partner = people[at - 1];
    const asked = follows === isAnswer ? askedIn(last, names).filter((person) => person !== partner) : [];
    const before = follows(last, turns[at - 2]) ? people[at - 2] : undefined;
    const person = oneOf(before, asked);
    people.push(person && person !== partner && fits(person, turn, names) ? person : undefined);
  }
  return people;
}

/** Returns who spoke before the last speaker, or who was spoken to. When these are two, it may be either. */
function oneOf(before: KnownCharacter | undefined, asked: readonly KnownCharacter[]): KnownCharacter | undefined {
  if (asked.length === 0) return before;
  if (before) return asked.includes(before) ? before : undefined;
  return asked.length === 1 ? asked[0] : undefined;
}

function askedIn({ indexes }: Turn, { addressed }: SpokenNames): readonly KnownCharacter[] {
  return [...new Set(indexes.flatMap((index) => addressed[index] ?? []))];
}

function fits(person: KnownCharacter, { guess, indexes }: Turn, { named }: SpokenNames): boolean {
  const { gender = person.gender } = guess;
  if ((person.gender ?? gender) !== gender) return false;
  return !indexes.some((index) => named[index]?.has(person));
}
