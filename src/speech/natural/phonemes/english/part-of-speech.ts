/** What a word is in its sentence. */
export type PartOfSpeech =
  | 'noun'
  | 'verb'
  | 'past'
  | 'adjective'
  | 'adverb'
  /** An adjective or a noun before another noun. */
  | 'attribute'
  | 'determiner'
  | 'preposition'
  | 'other';
