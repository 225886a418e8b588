/** Gender of a character, as far as it is known. */
export type Gender = 'female' | 'male';

/** Age of a character, as far as a voice shows it. */
export type Age = 'child' | 'young' | 'adult' | 'old';

/**
 * Certainty of an attribution: `low` was guessed from pronouns and turns, `medium` is what the narrator says or a model answers, `high` is
 * where both agree.
 */
export type Certainty = 'low' | 'medium' | 'high';

/** A person of a book who speaks. */
export interface Character {
  /** The name by which the book calls the person most often. */
  readonly name: string;
  /** Other names, without the first one. */
  readonly aliases: readonly string[];
  readonly gender?: Gender | undefined;
  readonly age?: Age | undefined;
  /** Number of quotations. */
  readonly lines: number;
  readonly sure?: Certainty | undefined;
}

/** A character without the number of lines, which follows from the attributions. */
export type KnownCharacter = Omit<Character, 'lines' | 'sure'>;

/** What the words around a quotation tell of its speaker. */
export interface Guess {
  readonly person?: KnownCharacter | undefined;
  /** Whether it is somebody who is not among the characters, or the narrator. */
  readonly isOther?: boolean | undefined;
  /** Gender of an unknown speaker, by a pronoun. */
  readonly gender?: Gender | undefined;
  readonly sure: Certainty;
}

/** The speaker of one quotation. */
export interface Attribution {
  /** Name of a character, or undefined: it is not known. */
  readonly speaker: string | undefined;
  readonly sure: Certainty;
}

/** The narrator among the names that a model chooses from, and in the cast file. */
export const narratorName = 'narrator';
