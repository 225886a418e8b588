import { describe, expect, it } from 'vitest';
import {
  baseLanguage,
  iso639Code,
  languageByName,
  languageName,
  languageScript,
  languageTag,
  parseLanguage,
  sameLanguage,
  textDirection,
} from '../../src/core/language.ts';

/** Codes of one language per row. */
const languages = [
  ['en', 'EN', 'en-GB', 'en_US', 'eng', 'en-us-nyc', 'en-029'],
  ['de', 'de-AT', 'deu', 'ger', 'de-1996'],
  ['no', 'nb', 'nn', 'nb-NO', 'no-NO', 'nor', 'nob', 'nno'],
  ['da', 'dan', 'da-DK'],
  ['zh', 'cmn', 'zho', 'chi', 'zh-Hant', 'cmn-CN', 'cmn-latn-pinyin', 'zh_TW'],
  ['yue', 'yue-HK'],
  ['he', 'iw', 'heb', 'iw-IL'],
  ['id', 'in', 'ind'],
  ['yi', 'ji', 'yid'],
  ['ro', 'mo', 'ron', 'rum'],
  ['ar', 'arb', 'ar-XA', 'ara'],
  ['fa', 'per', 'prs'],
  ['grc'],
  ['xx', 'xx-YY'],
  ['mul'],
];
const pairs = languages.flatMap((left) =>
  languages.flatMap((right) => left.flatMap((one) => right.map((other) => [one, other, left === right] as const))),
);

describe('sameLanguage', () => {
  it('gives one result for every pair of codes, whatever the script, region, spelling or age', () => {
    const wrong = pairs.filter(([left, right, expected]) => sameLanguage(left, right) !== expected);
    expect(wrong).toEqual([]);
  });
});

describe('baseLanguage', () => {
  it.each([
    ['en-GB', 'en'],
    ['nb', 'no'],
    ['cmn-TW', 'zh'],
    ['iw', 'he'],
    ['sr-Latn', 'sr'],
    ['gsw', 'gsw'],
    ['und', 'und'],
    ['', ''],
  ])('of %j is %j', (code, base) => {
    expect(baseLanguage(code)).toBe(base);
  });
});

describe('parseLanguage', () => {
  it.each([
    ['EN_us', 'en-US'],
    [' pt-br ', 'pt-BR'],
    ['ger', 'de'],
    ['cmn-Hans-CN', 'zh-Hans-CN'],
    ['iw', 'he'],
    ['nb', 'nb'],
    ['grc', 'grc'],
    ['en-US-x-own', 'en-US-x-own'],
    ...['', 'xx', 'und', 'mul', 'zxx', 'x-own', 'root', 'German', '../etc', 'f'].map((code) => [code, undefined]),
  ])('reads %j as %j', (code, tag) => {
    expect(parseLanguage(code ?? '')).toBe(tag);
  });

  it('leaves `und` for a file where no language is known', () => {
    expect(['en_gb', 'xx', ''].map(languageTag)).toEqual(['en-GB', 'und', 'und']);
  });
});

describe('names of languages', () => {
  it('are English, and the code itself when there is none', () => {
    expect(['en', 'pt-BR', 'iw', 'qq'].map(languageName)).toEqual(['English', 'Brazilian Portuguese', 'Hebrew', 'qq']);
  });

  it('lead back to the code', () => {
    const names = ['French', 'NORWEGIAN', 'Hebrew', 'Romanian', 'Simplified Chinese', 'Klingonese', ''];
    expect(names.map(languageByName)).toEqual(['fr', 'no', 'he', 'ro', 'zh-Hans', undefined, undefined]);
  });
});

describe('the script of a language', () => {
  it('is the usual one unless the tag gives another', () => {
    const scripts = ['en', 'ja', 'zh-TW', 'sr', 'sr-Latn', 'xx'].map(languageScript);
    expect(scripts).toEqual(['Latn', 'Jpan', 'Hant', 'Cyrl', 'Latn', undefined]);
  });

  it('gives the direction', () => {
    const directions = ['en', 'he', 'iw', 'ar-EG', 'az-Arab', 'yi-Latn', 'xx'].map(textDirection);
    expect(directions).toEqual(['ltr', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr']);
  });
});

describe('iso639Code', () => {
  it.each([
    ['en-GB', 'eng'],
    ['nb', 'nob'],
    ['no', 'nor'],
    ['ger', 'deu'],
    ['iw', 'heb'],
    ['cmn-CN', 'zho'],
    ['yue', 'zho'],
    ['grc', 'grc'],
    ['xx', 'und'],
    ['', 'und'],
  ])('of %j is %j', (code, expected) => {
    expect(iso639Code(code)).toBe(expected);
  });
});
