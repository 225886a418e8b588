import { normalizeWords } from './source-text.ts';

/** Words of a paragraph that is not like another one by chance. */
const minWords = 30;
/** Words in a row that are compared. */
const runWords = 3;
/** Share of its runs that a paragraph has from one before it. Paragraphs about one thing share few. */
const maxShared = 0.6;

/** Reports whether a paragraph is one before it with a few words changed. In a text that does so itself, as refrains do, it may be. */
export function retellsItself(text: string, source: string): boolean {
  return hasTwin(text) && !hasTwin(source);
}

function hasTwin(text: string): boolean {
  const paragraphs = text
    .split('\n\n')
    .map(runsOf)
    .filter(({ size }) => size >= minWords - runWords + 1);
  return paragraphs.some((runs, index) =>
    paragraphs.slice(0, index).some((before) => sharedBy(runs, before) > runs.size * maxShared),
  );
}

function runsOf(paragraph: string): ReadonlySet<string> {
  const words = normalizeWords(paragraph).split(' ');
  return new Set(words.slice(runWords - 1).map((_, at) => words.slice(at, at + runWords).join(' ')));
}

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((run) => other.has(run)).length;
}
