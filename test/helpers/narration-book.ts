import type { Block, Chapter } from '../../src/core/book.ts';
import type { NumberedChapter } from '../../src/narration/narration.ts';

const subjects = [
  'harbour',
  'lantern',
  'captain',
  'orchard',
  'railway',
  'kitchen',
  'mountain',
  'letter',
  'garden',
  'winter',
];
const verbs = [
  'remembered',
  'followed',
  'crossed',
  'painted',
  'measured',
  'forgot',
  'guarded',
  'answered',
  'repaired',
  'watched',
];
const places = ['Lisbon', 'Bergen', 'Trieste', 'Odessa', 'Cardiff', 'Antwerp', 'Genoa', 'Malmo', 'Cadiz', 'Bremen'];

/** A summary of any number of such paragraphs, up to 20. */
export const summaryOfParagraphs =
  'The list has a harbour, a captain and a letter, and people in Lisbon and Bergen remembered them before breakfast. Afterwards the harbour stood empty, and everyone who passed it at some minutes past noon answered nothing, as the captain and the garden did.';

/** Returns paragraphs of distinct sentences of common words. */
export function uniqueParagraphs(count: number, seed = 0): string[] {
  return Array.from({ length: count }, (_, index) => {
    const at = seed * 1000 + index;
    const pick = (list: readonly string[], step: number): string => list[(at * step + (at >> 3)) % list.length] ?? '';
    return [
      `Number ${at} on the list was the ${pick(subjects, 3)} that someone in ${pick(places, 7)} ${pick(verbs, 1)} before breakfast.`,
      `Afterwards the ${pick(subjects, 9)} stood empty, and everyone who passed it at ${at + 7} minutes past noon ${pick(verbs, 3)} nothing.`,
    ].join(' ');
  });
}

/** Returns the paragraphs of a talk whose third line has a speaker that only a model can tell. */
export function talk(seed: number): string[] {
  return [
    `Anna met Bert on quay ${seed}. Anna waved, and Bert waved back.`,
    `“Boat ${seed} is late,” said Anna.`,
    `“It was late before ${seed},” said Bert.`,
    `A bell rang ${seed} times over the water.`,
    `“Who told you of boat ${seed}?”`,
  ];
}

/** Returns a chapter with a heading and `count` paragraphs. */
export function numberedChapter(index: number, count: number, more: Partial<Chapter> = {}): NumberedChapter {
  const title = `Chapter of the ${subjects[index]}`;
  const blocks: Block[] = [
    { kind: 'heading', text: title, level: 1, document: `${index}.xhtml` },
    ...uniqueParagraphs(count, index + 1).map((text): Block => ({
      kind: 'paragraph',
      text,
      document: `${index}.xhtml`,
    })),
  ];
  return { index, chapter: { title, titleSource: 'contents', blocks, ...more } };
}

/** Returns the words of blocks in order. */
export function blockWords(blocks: readonly Block[]): string[] {
  return blocks.flatMap(({ text }) => text.split(/\s+/u)).filter((word) => word !== '');
}
