/** The result of a recognizer for one piece of sound. */
export interface Recognized {
  /** Pieces of words. A piece that begins with a blank begins a word. */
  readonly tokens: readonly string[];
  /** Start of each token, in seconds. */
  readonly timestamps: readonly number[];
}

/** A word that was heard, and its time in seconds. */
export interface HeardWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Seconds of the last token of a word: recognizers return where tokens begin, and few how long they are. */
const tokenSeconds = 0.08;

/** Joins tokens to words. `offset` is the place of the piece in the sound, in seconds. */
export function heardWords({ tokens, timestamps }: Recognized, offset: number): readonly HeardWord[] {
  const words: { text: string; from: number; to: number }[] = [];
  let isOpen = false;
  for (const [index, token] of tokens.entries()) {
    // SentencePiece writes a blank as U+2581.
    const text = token.replaceAll('\u2581', ' ');
    const at = offset + (timestamps[index] ?? 0);
    const last = words.at(-1);
    const letters = text.trim();
    if (letters === '') isOpen = false;
    else if (last && isOpen && !text.startsWith(' ')) {
      last.text += letters;
      last.to = at + tokenSeconds;
    } else {
      words.push({ text: letters, from: at, to: at + tokenSeconds });
      isOpen = true;
    }
  }
  return words;
}
