/** Returns text as a sentence: trimmed, with one full stop unless it ends with another mark. */
export function asSentence(text: string): string {
  const trimmed = text.trim().replace(/[\s.:;,]+$/u, '');
  return /[.!?…。！？][)"'”’\]]*$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}
