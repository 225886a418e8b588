/** Bytes of UTF-8 that any common tokenizer puts into one token at least: four letters of English, one Chinese character. */
export const bytesPerToken = 3;

/** Most tokens that a text can have, counted without the model's tokenizer. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}
