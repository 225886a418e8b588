/** What may be wrong with a translation. Good translations have some of it, too. */
export type DoubtReason = 'lost-negation' | 'lost-sentence' | 'added-sentence' | 'changed-number' | 'swapped-names';

/** A sign that a paragraph of a translation may not say what its source says. */
export interface TranslationDoubt {
  readonly reason: DoubtReason;
  /** The words concerned, for the model and the report: a sentence of the source or of the translation, numbers or names. */
  readonly about: string;
}
