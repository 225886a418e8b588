/** What may be wrong with a translation. Good translations have some of it, too. `contradicted`: a judge says so. */
export type DoubtReason =
  | 'lost-number'
  | 'lost-name'
  | 'swapped-names'
  | 'lost-sentence'
  | 'added-sentence'
  | 'copied-source'
  | 'contradicted';

/** A sign that a paragraph of a translation may not say what its source says. */
export interface TranslationDoubt {
  readonly reason: DoubtReason;
  /** The words concerned, for the model and the report: a sentence of the source or of the translation, numbers, names, or what the judge says. */
  readonly about: string;
}
