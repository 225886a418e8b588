/**
 * Returns a text without what is drawn and not said: dot leaders before a page number, lines to write on, the underscores
 * that mark italics in plain text. A long row of dots inside a sentence is an ellipsis.
 */
export function dropLeaders(text: string): string {
  // Testing first is faster: most texts have none.
  if (!/_|[.·…‧](?:\s*[.·…‧]){4}/u.test(text)) return text;
  return text
    .replaceAll(leader, (run, offset: number, whole: string) => spokenLeader(run, whole.slice(offset + run.length)))
    .replaceAll(/(?<!\S)_(?:[\s_]*_)?(?!\S)|_{3,}/gu, ' ')
    .replaceAll(/(?<![\p{L}\p{N}_])_(?=[^_\s])([^_]*[^_\s])_(?![\p{L}\p{N}_])/gu, '$1')
    .replaceAll(/ {2,}/gu, ' ')
    .replaceAll(/ (?=[.,;:!?](?:\s|$))/gu, '')
    .trim();
}

const leader = / ?[.·…‧](?:\s*[.·…‧]){4,}\s*/gu;

function spokenLeader(run: string, after: string): string {
  if (/^(?:\d{1,4}|[ivxlc]{1,6})\s*$/u.test(after)) return ', ';
  const before = run.startsWith(' ') ? ' ' : '';
  return `${before}…${/\s$/u.test(run) ? ' ' : ''}`;
}
