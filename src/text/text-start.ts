const maxLength = 60;

/** Returns the beginning of a text, for messages and reports. */
export function textStart(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text;
}
