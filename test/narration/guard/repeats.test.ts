import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { hasRepetition } from '../../../src/narration/guard/repeats.ts';
import { sourceText } from '../../../src/narration/guard/source-text.ts';

const { looping }: { readonly looping: readonly [string] } = JSON.parse(
  await readFile(new URL('../corpus/very-small-model.json', import.meta.url), 'utf8'),
);
const plain = sourceText('The tram left at nine. Nobody spoke until the bridge.', 'en');

describe('a text that goes round in circles', () => {
  it('is found in the answer of a real, very small model, whose sentences are numbered and differ in a word', () => {
    expect(hasRepetition(looping[0], plain)).toBe(true);
  });

  it.each([
    ['one word', 'and '.repeat(20)],
    ['a few words', 'and then he went on '.repeat(6)],
    ['a long sentence with another beginning each time', circles('He goes', 'She runs', 'They all ran', 'It went')],
  ])('is found where it says %s again', (_, text) => {
    expect(hasRepetition(text, plain)).toBe(true);
  });

  it.each([
    ['a refrain of its source', circles('One', 'Two', 'Three', 'Four'), circles('He', 'She', 'It', 'They')],
    ['one sentence that comes back', `${circles('He goes', 'She runs')} ${unlike(60)}`, plain.text],
    ['steps that begin alike', unlike(12, 'Now breathe in slowly and see'), plain.text],
  ])('is not found in %s', (_, text, source) => {
    expect(hasRepetition(text, sourceText(source, 'en'))).toBe(false);
  });
});

/** Returns a long sentence with each of some beginnings. */
function circles(...beginnings: readonly string[]): string {
  return beginnings
    .map((beginning) => `${beginning} along the river to the mill where nobody had seen the lamp since the rain began.`)
    .join(' ');
}

/** Returns sentences that share only their first words. */
function unlike(count: number, beginning = 'There is'): string {
  const names = ['stone', 'lantern', 'ferry', 'orchard', 'gate', 'kettle', 'ladder'];
  return Array.from({ length: count }, (_, at) => `${beginning} ${names[at % 7]} number ${at} by door ${at * 7}.`).join(
    ' ',
  );
}
