/** What a word is in its sentence. */
export type PartOfSpeech =
  | 'noun'
  /** A noun without an article after a preposition: `of lead`. */
  | 'material'
  | 'verb'
  | 'past'
  | 'adjective'
  | 'adverb'
  /** An adjective or a noun before another noun. */
  | 'attribute'
  | 'determiner'
  | 'preposition'
  | 'other';
