/** A word as espeak-ng reads it in its sentence. */
export interface EspeakWord {
  /** Its start in the text, in code points. */
  readonly at: number;
  /** Its sounds in IPA, one by one. */
  readonly sounds: readonly string[];
}

/** Reads a text with espeak-ng. `voice` is the name of a voice file, such as `gmw/en-US`. */
export type ReadWords = (voice: string, text: string, signal: AbortSignal) => Promise<readonly EspeakWord[]>;

/** Reads the texts for models that are given phonemes. */
export interface EspeakReader {
  readonly readWords: ReadWords;
  /**
   * Returns the sounds of each text in IPA: words between spaces, sounds between `_`, clauses between `|`, changes of language in
   * parentheses. Nothing is spoken for it, so it takes a hundredth of the time of `readWords`.
   */
  readonly readSounds: (voice: string, texts: readonly string[], signal: AbortSignal) => Promise<readonly string[]>;
}
