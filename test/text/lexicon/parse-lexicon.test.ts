import { describe, expect, it } from 'vitest';
import { parseLexicon } from '../../../src/text/lexicon/parse-lexicon.ts';

const pls = `<?xml version="1.0" encoding="UTF-8"?>
<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-US">
  <meta name="a" content="b"/>
  <lexeme role="x:noun">
    <grapheme>Zaphod</grapheme><grapheme>Zaph &amp; Co</grapheme>
    <phoneme>ˈzeɪfɒd</phoneme><phoneme prefer="true">ˈzæfɒd</phoneme>
  </lexeme>
  <lexeme><grapheme>W3C</grapheme><alias>World Wide Web Consortium</alias></lexeme>
  <lexeme><grapheme>Ada</grapheme><alias>AY-da</alias><phoneme alphabet="x-sampa">"eId@</phoneme></lexeme>
  <lexeme><grapheme>Empty</grapheme></lexeme>
</lexicon>`;

describe('a PLS file', () => {
  it('gives an entry for each grapheme', async () => {
    expect(await parseLexicon(pls, 'names.pls')).toEqual([
      { written: 'Zaphod', ipa: 'ˈzæfɒd', language: 'en-US' },
      { written: 'Zaph & Co', ipa: 'ˈzæfɒd', language: 'en-US' },
      { written: 'W3C', say: 'World Wide Web Consortium', language: 'en-US' },
      { written: 'Ada', say: 'AY-da', language: 'en-US' },
    ]);
  });
});

describe('an IPA', () => {
  it.each([
    ['həˈloʊ', 'həˈloʊ'],
    ["/g'e:rl/", 'ɡˈeːrl'],
    ['pã˥.t͡ʃi', 'pã˥.t͡ʃi'],
    ['ˈnuː ˈjɔːk', 'ˈnuː ˈjɔːk'],
  ])('%s is read as %s', async (ipa, expected) => {
    expect(await parseLexicon(`x: { ipa: "${ipa}" }`, 'a.yaml')).toEqual([
      { written: 'x', ipa: expected.normalize('NFC') },
    ]);
  });
});

describe('a bad lexicon is refused with its line:', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['invalid YAML', 'Ada: x\nBob: "y', /names\.yaml is not valid YAML\. Line 2: /u],
    ['a sequence', '- Ada\n- Bob', /\(names\.yaml, line 1\).*written: spoken/u],
    ['a list as a spoken form', 'Ada: x\nBob: [a, b]', /\(names\.yaml, line 2\) '\[a, b\]'\. Expected a spoken form/u],
    ['an unknown key', 'Ada:\n  sey: x', /line 2\) 'sey'\. Expected a spoken form/u],
    ['a key twice', 'Ada: x\nBob: y\nAda: z', /line 3\) 'Ada'\. Expected each key once/u],
    ['an alias', 'Ada: &a x\nBob: *a', /line 2\) '\*a'/u],
    [
      'letters that are not IPA',
      'Ada: x\nBob: /B0b/',
      /line 2\) 'B0b'\. Expected a pronunciation in the International/u,
    ],
    ['an invalid pattern', 'Ada: x\n/(a/: y', /line 2\) '\/\(a\/'\. Expected a pattern .* RE2.*missing closing \)/u],
    ['a lookahead', '/a(?=b)/: y', /line 1\).*RE2/u],
    ['a backreference', String.raw`/(a)\1/: y`, /line 1\).*RE2/u],
    ['a group that does not exist', '/(a)/: $2', /line 1\) '\$2'\. Expected \$0 to \$1/u],
    ['a pattern that is too large', '/((a{100}){100}){100}/: y', /line 1\).*invalid repeat count/u],
    ['an unknown language', 'languages:\n  klingonese: { a: b }', /line 2\) 'klingonese'\. Expected a BCP-47/u],
    ['a word that is too long', `${'x'.repeat(201)}: y`, /line 1\).*at most 200 characters/u],
    ['a word without a letter', '"—": y', /line 1\).*a word or a phrase/u],
    ['a spoken form that is too long', `x: ${'y'.repeat(501)}`, /line 1\).*at most 500 characters/u],
    ['deep nesting', '['.repeat(50_000), /names\.yaml is too large\. The limit is 1000 brackets in brackets/u],
    ['another XML file', '<html>\n</html>', /line 1\) '<html>'\. Expected the element <lexicon>/u],
    [
      'a PLS file that is cut off',
      pls.slice(0, pls.indexOf('<alias>World')),
      /line \d+\).*Expected the end of the element/u,
    ],
    [
      'another alphabet',
      pls.replace('alphabet="ipa"', 'alphabet="x-sampa"'),
      /line 4\) 'x-sampa'\. Expected phonemes in the alphabet ipa/u,
    ],
    ['too many bytes', `Ada: x\n${'# comment\n'.repeat(100_001)}`, /too large\. The limit is 1 MB/u],
    [
      'too many entries',
      Array.from({ length: 20_001 }, (_, index) => `w${index}: x`).join('\n'),
      /The limit is 20000 entries/u,
    ],
    [
      'too many patterns',
      Array.from({ length: 101 }, (_, index) => `/w${index}/: x`).join('\n'),
      /The limit is 100 patterns/u,
    ],
  ];

  it.each(cases)('%s', async (_name, text, message) => {
    await expect(parseLexicon(text, 'names.yaml')).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringMatching(message),
    });
  });

  it('no alias or entity multiplies a text', async () => {
    const bomb = `a: &a x\n${Array.from({ length: 20 }, (_, index) => `b${index}: &b${index} [*a, *a]`).join('\n')}`;
    await expect(parseLexicon(bomb, 'a.yaml')).rejects.toMatchObject({ code: 'bad-value' });
    const entities =
      '<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><lexicon><lexeme><grapheme>&b;x</grapheme><alias>y</alias></lexeme></lexicon>';
    expect((await parseLexicon(entities, 'a.pls')).map(({ written }) => written)).toEqual(['&b;x']);
  });
});

it('an empty lexicon has no entries', async () => {
  expect(await parseLexicon('', 'a.yaml')).toEqual([]);
  expect(await parseLexicon('# only a comment\n', 'a.yaml')).toEqual([]);
});
