/** BCP-47 codes of a text and of its translation. */
export interface TranslationLanguages {
  readonly language: string;
  readonly target: string;
}
