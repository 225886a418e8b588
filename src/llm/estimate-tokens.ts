/** Minimum bytes of UTF-8 per token for any common tokenizer: about four letters of English, one Chinese character. */
export const bytesPerToken = 3;

/** Returns the maximum number of tokens of a text, without the model's tokenizer. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}
