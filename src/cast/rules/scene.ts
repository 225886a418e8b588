import type { Gender, Guess, KnownCharacter } from '../character.ts';
import type { Named } from './name-finder.ts';

interface Turn {
  readonly guess: Guess;
  /** First and last block. */
  readonly from: number;
  readonly to: number;
}

/** What is known when a pronoun is read. */
export interface PronounPlace {
  readonly block: number;
  /** The people in the words before the quotation, in its paragraph. */
  readonly before: readonly Named<KnownCharacter>[];
  /** The people whom the quotation names. They do not say it. */
  readonly named: ReadonlySet<KnownCharacter>;
}

/** Blocks back in which another person of the gender makes a pronoun doubtful. */
const reach = 8;
/** Of those that were named two blocks before or earlier, and not since, only 75 % were meant; of the others 90 %. */
const maxDistance = 1;
/** Blocks back in which somebody without a name, such as `the girl`, may be meant as well. */
const strangerReach = 4;

/** The people who are there while a chapter is read. */
export class Scene {
  /** The last block in which a person was named or spoke. */
  readonly #seen = new Map<KnownCharacter, number>();
  readonly #turns: Turn[] = [];

  /** Adds the people of a passage. */
  hear(people: readonly Named<KnownCharacter>[], block: number): void {
    for (const { person } of people) this.#seen.set(person, block);
  }

  /** Adds what was said in some blocks. */
  speak(guess: Guess, from: number, to: number): void {
    this.#turns.push({ guess, from, to });
    if (guess.person) this.#seen.set(guess.person, to);
  }

  /** Returns the person that a pronoun beside a quotation means, or undefined when it may be another one. */
  personOf(gender: Gender, place: PronounPlace): KnownCharacter | undefined {
    return lastNamed(gender, place) ?? this.#onlyOne(gender, place);
  }

  #onlyOne(gender: Gender, { block, named }: PronounPlace): KnownCharacter | undefined {
    if (this.#isReplyTo(gender, block) || this.#hasStranger(gender, block)) return undefined;
    const [only, ...more] = this.#nearby(gender, block);
    if (only?.gender !== gender || more.length > 0 || named.has(only)) return undefined;
    return block - (this.#seen.get(only) ?? 0) <= maxDistance ? only : undefined;
  }

  /** Somebody who has just spoken has no second paragraph. */
  #isReplyTo(gender: Gender, block: number): boolean {
    const previous = this.#turns.findLast(({ to }) => to < block);
    return previous?.to === block - 1 && previous.guess.person?.gender === gender;
  }

  /** Returns the people who may be of a gender and were there shortly before. */
  #nearby(gender: Gender, block: number): readonly KnownCharacter[] {
    const there = [...this.#seen].filter(([, at]) => block - at <= reach).map(([person]) => person);
    return there.filter((person) => (person.gender ?? gender) === gender);
  }

  #hasStranger(gender: Gender, block: number): boolean {
    return this.#turns.some(
      ({ guess, to }) => block - to <= strangerReach && guess.isOther === true && (guess.gender ?? gender) === gender,
    );
  }
}

/** Returns the person who was named last in the paragraph, where no other one of the gender was. */
function lastNamed(gender: Gender, { before, named }: PronounPlace): KnownCharacter | undefined {
  const last = before.at(-1)?.person;
  const fits = (person: KnownCharacter): boolean => (person.gender ?? gender) === gender;
  const isClear = before.every(({ person }) => person === last || !fits(person));
  return last && isClear && fits(last) && !named.has(last) ? last : undefined;
}
