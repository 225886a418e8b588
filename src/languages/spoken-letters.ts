/** How a language is written in the letters that espeak-ng reads it in, which speech models were trained on. */
export interface SpokenLetters {
  /** Name of the voice file of espeak-ng. */
  readonly voice: string;
  /**
   * Words that exist in no text, in place of a word with a pronunciation of its own: its neighbours are read as beside a word
   * that begins with a consonant, or with a vowel.
   */
  readonly standIns: { readonly consonant: string; readonly vowel: string };
  /** Sounds of the IPA as espeak-ng writes them in this language, where it does so in its own way. */
  readonly ipa: Readonly<Record<string, string>>;
}
