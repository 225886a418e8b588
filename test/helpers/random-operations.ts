import { manners } from '../../src/core/delivery.ts';
import type { Block, BlockKind } from '../../src/core/book.ts';
import type { Operation } from '../../src/narration/direction/operation.ts';

type Random = () => number;

const sentences = [
  '“Never again,” said Ines, and “Never again,” said her brother.',
  'He had come on 3 May 1911 [4], and not before.',
  '~ 4 boats, ~ 5 men.',
  '— No más —dijo el capitán—. ¡Nunca!',
  '「もう二度と」と彼女は言った。春だった。',
  'She said: ““Stop” is what he said.”',
  'It was … well … late. @12-48 # * as “nothing”',
  'host: never mind; pause 0.8 after “she said.”',
  '„Nie wieder“, sagte sie, « jamais », ”aldrig”.',
  'A very long sentence goes on and on and on, past the mill and the ferry and the quay, until nobody remembers how it began.',
];
const kinds: readonly BlockKind[] = [
  'paragraph',
  'paragraph',
  'paragraph',
  'quotation',
  'list-item',
  'verse',
  'heading',
  'table-row',
];
const words = ['the third of May', 'and so on', '“he said”', 'x (y) ” as', 'une fois, deux fois', '#2'];
const names = [
  'Ines',
  'the captain',
  'narrator',
  'whispered',
  'Pell, the elder',
  'Mr. O’Brien',
  'El “Rojo” (padre)',
  'I',
];

/** Returns one of a list. */
function oneOf<Item>(list: readonly Item[], random: Random): Item {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

/** Returns a few blocks of prose, verse and tables in several languages, with texts that look like parts of a script. */
export function randomBlocks(random: Random): readonly Block[] {
  return Array.from({ length: 1 + Math.floor(random() * 5) }, (): Block => {
    const count = 1 + Math.floor(random() * 4);
    const text = Array.from({ length: count }, () => oneOf(sentences, random)).join(' ');
    const kind = oneOf(kinds, random);
    return { kind, text, document: 'd', ...(kind === 'heading' && { level: 2 }) };
  });
}

/** Returns an operation on the blocks; with `isWild` also one outside of their texts. */
export function randomOperation(blocks: readonly Block[], random: Random, isWild = false): Operation {
  const block = Math.floor(random() * (blocks.length + (isWild ? 1 : 0)));
  const { length } = blocks[block]?.text ?? '';
  const wild = isWild ? 3 : 0;
  const from = Math.floor(random() * (length + wild)) - (isWild && random() < 0.1 ? 2 : 0);
  const to = random() < 0.1 ? length : Math.min(from + 1 + Math.floor(random() * 60), length + wild);
  const place = { block, from: random() < 0.1 ? 0 : from, to: Math.max(to, from + 1) };
  const delivery = {
    manner: oneOf(manners, random),
    ...(random() < 0.5 && { words: oneOf(['low, (afraid)', 'as a friend'], random) }),
  };
  switch (Math.floor(random() * 6)) {
    case 0:
      return { ...place, kind: 'who', name: random() < 0.2 ? undefined : oneOf(names, random) };
    case 1:
      return { ...place, kind: 'how', delivery };
    case 2:
      return { ...place, kind: 'pause', seconds: Math.round(2 + random() * 28) / 10 };
    case 3:
      return { ...place, kind: 'say', words: oneOf(words, random) };
    case 4:
      return { ...place, kind: 'skip' };
    default: {
      const isLong = random() < 0.5;
      const whole = isLong && !isWild ? { from: 0, to: length } : {};
      return { ...place, ...whole, kind: 'tell', words: oneOf(words, random), blocks: isLong ? 2 : 1 };
    }
  }
}
