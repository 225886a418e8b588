/** Gender of a character, as far as it is known. */
export type Gender = 'female' | 'male';

/** Age of a character, as far as a voice shows it. */
export type Age = 'child' | 'young' | 'adult' | 'old';

/** Certainty of an attribution: `low` was guessed from words beside the quotation, `high` was confirmed by a model. */
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

/** The speaker of one quotation. */
export interface Attribution {
  /** Name of a character, or undefined: it is not known. */
  readonly speaker: string | undefined;
  readonly sure: Certainty;
}

/** The narrator among the names that a model chooses from, and in the cast file. */
export const narratorName = 'narrator';
