/** A passage of a book and how it was spoken, with the words around it that both have. */
export interface SpokenPassage {
  readonly source: string;
  readonly answer: string;
  readonly before: string;
  readonly after: string;
  /** BCP-47 code. */
  readonly language: string;
}
