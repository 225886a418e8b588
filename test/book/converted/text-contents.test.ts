import { expect, it } from 'vitest';
import { readText } from '../../../src/book/converted/text/read-text.ts';

const prose =
  'She walked along the quay before the lamps were lit, and nothing that was\nsaid there was ever repeated.\n\n'.repeat(
    9,
  );
const names = ['THE MEETING IN THE WOODS', 'A KINDNESS', 'THE PROMISE', 'THE TRUTH'];
const numbers = ['I', 'II', 'III', 'IV'];
const rows = names.map((name, index) => `   ${numbers[index]}. ${name.padEnd(40)}  ${index * 9 + 1}`).join('\n\n');

/** Returns the printed contents and the first headings of chapters. */
function read(text: string): { contents: string; headings: string[] } {
  const bodies = readText(Buffer.from(text)).documents.map(({ body }) => body);
  const contents = bodies.flatMap((body) => body.match(/<nav.*?<\/nav>/gu) ?? []).join('\n');
  const headings = bodies.flatMap((body) => Array.from(body.matchAll(/<h[12]>(.*?)<\/h/gu), (match) => match[1] ?? ''));
  return { contents, headings };
}

function chapters(heading: (index: number) => string): string {
  return names.map((_name, index) => `\n\n\n\n${heading(index)}\n\n\n${prose}`).join('');
}

it.each([
  ['a number with a word', '', (index: number) => `CHAPTER ${numbers[index]}\n\n${names[index]}`],
  [
    'columns with titles',
    'CHAPTER              PAGE\n\n',
    (index: number) => `CHAPTER ${numbers[index]}\n\n${names[index]}`,
  ],
  ['a number alone', 'CHAP.                PAGE\n\n', (index: number) => `${numbers[index]}\n\n${names[index]}`],
  ['a name alone', 'Kapitel             Seite\n\n', (index: number) => String(names[index])],
])('keeps the heading of the first chapter out of the printed contents: %s', (_name, header, heading) => {
  const { contents, headings } = read(`A Novel\n\n\nCONTENTS\n\n\n${header}${rows}\n\n\n${chapters(heading)}`);
  const expected = names.flatMap((_one, index) => heading(index).split('\n\n'));
  expect(headings.slice(-expected.length)).toEqual(expected);
  expect(contents).toContain('THE TRUTH');
  expect(contents).not.toContain('CHAPTER I<');
});

it('keeps a preface with its page in Roman numerals, and a half title, out of the printed contents', () => {
  const preface = `         PREFACE                          vii\n${rows}`;
  const text = chapters((index) => `CHAPTER ${numbers[index]}\n\n${names[index]}`);
  expect(read(`CONTENTS\n\n\n${preface}\n\n\n\n\nPREFACE\n\n\n${prose}${text}`).headings[0]).toBe('PREFACE');
  expect(read(`CONTENTS\n\n\n${rows}\n\n\n\n\nTHE HERO\n\n(Trade Mark)\n\n\n\n${text}`).contents).not.toContain(
    'THE HERO',
  );
});

it('has entries that repeat others, and parts set off from each other, in the printed contents', () => {
  const parts = ['PART ONE', 'PART TWO'].map((part) => `${part}\n\n${rows}\n\nCONCLUSION        90\n\n\n\n`).join('');
  const { contents } = read(
    `CONTENTS\n\n\n${parts}${chapters((index) => `CHAPTER ${numbers[index]}\n\n${names[index]}`)}`,
  );
  expect(contents.match(/CONCLUSION/gu)).toHaveLength(2);
});

it('has INDEX as the name of the printed contents when its lines are headings, at the start or at the end', () => {
  const index = `INDEX\n\n${rows}`;
  const text = chapters((number) => `${numbers[number]}. ${names[number]}`);
  for (const whole of [`LE QUAI\n\n\n${index}\n\n\n${text}`, `LE QUAI\n\n\n${text}\n\n\n${index}`]) {
    const { contents, headings } = read(whole);
    expect(contents).toContain('THE TRUTH');
    expect(headings).not.toContain('INDEX');
    expect(headings.slice(-4)).toEqual(names.map((name, number) => `${numbers[number]}. ${name}`));
  }
  expect(read(`${text}\n\n\nINDEX\n\nAnchor, 3\nBoat, 9\nCable, 12\nDeck, 4`).contents).toBe('');
});
