import type { Passage } from './to-passages.ts';

const endsWithFullStop = /[.!?…]["'”’»)]*$/u;

/** Marks lines of verse: three or more one-line paragraphs in a row, set alike, of which many do not end a sentence. */
export function markVerse(passages: readonly Passage[]): Passage[] {
  const runs: Passage[][] = [];
  for (const passage of passages) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run !== undefined && before !== undefined && isAlike(before, passage)) run.push(passage);
    else runs.push([passage]);
  }
  return runs.flatMap((run) => (isVerse(run) ? run.map((one) => ({ ...one, kind: 'verse' as const })) : run));
}

function isVerse(run: readonly Passage[]): boolean {
  const open = run.filter((one) => !endsWithFullStop.test(one.text)).length;
  return run.length >= 3 && open >= run.length * 0.4;
}

function isLine(passage: Passage): boolean {
  return passage.kind === 'paragraph' && passage.lines === 1;
}

function isAlike(one: Passage, other: Passage): boolean {
  if (!isLine(one) || !isLine(other)) return false;
  const near = Math.abs(one.left - other.left) <= 4 * one.size;
  return near && Math.abs(one.size - other.size) < 0.5 && one.bold === other.bold && other.page - one.page <= 1;
}
