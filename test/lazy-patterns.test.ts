import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { makePatternsLazy } from '../scripts/lazy-patterns.mjs';

it('makes a pattern of letters inside a function at its first use', () => {
  const code = 'export function isWord(text) { return /^\\p{L}+$/u.test(text); }';
  expect(makePatternsLazy(code)).toBe(
    'var pattern$0;\nexport function isWord(text) { return (pattern$0 ??= new RegExp("^\\\\p{L}+$", "u")).test(text); }',
  );
});

it('makes a pattern at the top of a module where it stands', () => {
  expect(makePatternsLazy('const word = /\\p{L}+/gu;')).toBe('const word = new RegExp("\\\\p{L}+", "gu");');
});

it('keeps a pattern that finds all for a method that starts at the beginning', () => {
  const lazy = makePatternsLazy("const plain = (text) => text.replaceAll(/[^\\p{L}]+/gu, '');");
  expect(runInNewContext(`${lazy} plain('“Ünder” 1') + ' ' + plain('“Ünder” 1')`)).toBe('Ünder Ünder');
  expect(lazy).toContain('??=');
});

it.each([
  'const read = (text) => { const word = /\\p{L}+/gu; return word.exec(text); };',
  'const read = (text) => { const word = /\\p{L}+/uy; return word.exec(text); };',
  'const read = (text) => text.replace(/\\p{L}+/uy, "");',
  'const read = (text) => /[a-z]/u.test(text);',
])('leaves %s', (code) => {
  expect(makePatternsLazy(code)).toBe(code);
});

it('works before the module has run', () => {
  const lazy = makePatternsLazy('const early = isWord("a"); function isWord(text) { return /^\\p{L}+$/u.test(text); }');
  expect(runInNewContext(`${lazy} early`)).toBe(true);
});
