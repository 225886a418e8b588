import { expect, it } from 'vitest';
import { cutAtAnchors } from '../../src/listening/compare/cut-at-anchors.ts';

const words = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, at) => `Word${from + at},`);

it('cuts a text and what was heard where both agree, and every word is in one piece', () => {
  const text = words(0, 500);
  const heard = [...words(0, 200), ...words(260, 500)].map((word) => word.toLowerCase());
  const pieces = cutAtAnchors(text, heard);
  expect(pieces.length).toBeGreaterThan(5);
  for (const [index, piece] of pieces.entries()) {
    expect(piece.text.from).toBe(pieces[index - 1]?.text.to ?? 0);
    expect(piece.heard.from).toBe(pieces[index - 1]?.heard.to ?? 0);
  }
  expect(pieces.at(-1)).toMatchObject({ text: { to: 500 }, heard: { to: 440 } });
  const around = pieces.find(({ text: { from, to } }) => from <= 200 && to >= 260);
  expect(around).toBeDefined();
  expect((around?.text.to ?? 0) - (around?.text.from ?? 0) - 60).toBe(
    (around?.heard.to ?? 0) - (around?.heard.from ?? 0),
  );
});

it('is not misled by words that come again', () => {
  const refrain = 'so it goes on and on'.split(' ');
  const text = [...words(0, 50), ...refrain, ...words(50, 100), ...refrain, ...words(100, 150)];
  for (const { text: one, heard } of cutAtAnchors(text, text)) expect(one).toEqual(heard);
});

it('leaves a text of which nothing was heard in one piece', () => {
  expect(cutAtAnchors(words(0, 100), [])).toEqual([{ text: { from: 0, to: 100 }, heard: { from: 0, to: 0 } }]);
  expect(cutAtAnchors([], words(0, 3))).toEqual([{ text: { from: 0, to: 0 }, heard: { from: 0, to: 3 } }]);
});
