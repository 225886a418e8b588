import { describe, expect, it } from 'vitest';
import { createLexicon } from '../../../src/text/lexicon/lexicon.ts';
import type { LexiconReader } from '../../../src/text/lexicon/lexicon.ts';
import { parseLexicon } from '../../../src/text/lexicon/parse-lexicon.ts';
import { textOf } from '../../../src/text/lexicon/spoken-part.ts';

const reader: LexiconReader = { voice: 'flite:slt', language: 'en', readsIpa: false };

async function lexiconOf(yaml: string) {
  return createLexicon(await parseLexicon(yaml, 'names.yaml'));
}

async function spoken(yaml: string, text: string, options: Partial<LexiconReader> = {}): Promise<string> {
  const parts = (await lexiconOf(yaml)).partsOf(text, { ...reader, ...options }) ?? [{ text }];
  return parts.map((part) => (part.ipa === undefined ? part.text : `{${part.text}|${part.ipa}}`)).join('');
}

describe('a word of a lexicon', () => {
  it.each([
    ['Hermione: her-MY-oh-nee', 'Then Hermione spoke.', 'Then her-MY-oh-nee spoke.'],
    ['Hermione: her-MY-oh-nee', 'Hermiones are rare; HERMIONE is one.', 'Hermiones are rare; her-MY-oh-nee is one.'],
    [
      'ant: aunt',
      'An ant met the giant Antony, an anthill and Ant.',
      'An aunt met the giant Antony, an anthill and aunt.',
    ],
    ['WHO: the health organization', 'Who told the WHO?', 'Who told the the health organization?'],
    ['Polish: POH-lish', 'Polish the Polish silver, polish it.', 'POH-lish the POH-lish silver, polish it.'],
    ['o’clock: oh clock', "Ten o'clock, ten o’clock.", 'Ten oh clock, ten oh clock.'],
    ['New York: Noo York\nYork: Yawk', 'New York and York', 'Noo York and Yawk'],
    ['C++: see plus plus\n"@ada": at ada', 'C++, @ada!', 'see plus plus, at ada!'],
    ['José: ho-ZAY', 'Jose\u0301 and José.', 'ho-ZAY and ho-ZAY.'],
    ['Jose: joze', 'Jose\u0301 came.', 'Jose\u0301 came.'],
    ['東京: とうきょう', '私は東京へ行く。', '私はとうきょうへ行く。'],
    ['1984: nineteen eighty-four\nNo: nope', 'In 1984. No. 11984', 'In nineteen eighty-four. nope. 11984'],
    ['a: b\nb: c', 'a b', 'b c'],
    ['x:\ny: {}\nz: why', 'x y z', 'x y why'],
    ['y: ""\nz: { say: "" }', 'x y, z and w', 'x ,  and w'],
    [String.raw`'/\[\w+ Break\]/i': ''`, 'He left. [Line break] She came.', 'He left.  She came.'],
    ['Straße: shtrah-suh', 'Die Straße.', 'Die shtrah-suh.'],
    ['rıza: reeza', 'İİİ rıza', 'İİİ reeza'],
  ])('%j turns %j into %j', async (yaml, text, expected) => {
    expect(await spoken(yaml, text)).toBe(expected);
  });

  it('is found once in a text, wherever it stands', async () => {
    const text = 'Ada, Ada; (Ada) “Ada” Ada’s Ada-like';
    expect(await spoken('Ada: AY-da', text)).toBe(text.replaceAll('Ada', 'AY-da'));
  });
});

describe('a pattern of a lexicon', () => {
  it.each([
    [String.raw`/\bCh\. (\d+)/: Chapter $1`, 'See Ch. 12 and Ch. 3.', 'See Chapter 12 and Chapter 3.'],
    ['/colou?r/i: hue', 'Color, colour.', 'hue, hue.'],
    ['/x*/: y', 'axxb', 'ayb'],
    [String.raw`/(a)(b)?/: $1-$2-$0`, 'ab a', 'a-b-ab a--a'],
    ['Ada Lovelace: Ada L.\n/Ada/: AY-da', 'Ada Lovelace, Ada', 'Ada L., AY-da'],
    ['it costs: at\n$1: one', 'it costs 5', 'at 5'],
  ])('%j turns %j into %j', async (yaml, text, expected) => {
    expect(await spoken(yaml, text)).toBe(expected);
  });

  it('takes time in proportion to the text, even one that would backtrack without end', async () => {
    const lexicon = await lexiconOf('/(a+)+$/: x\n/(.*)*z{2}/: y\n/(x+x+)+y/: z');
    const text = `${'a'.repeat(5000)}b ${'x'.repeat(5000)}`;
    expect(lexicon.partsOf(text, reader)).toBeUndefined();
  });
});

it('an entry for a whole sentence leaves other sentences as they are', () => {
  const lexicon = createLexicon([{ written: 'No.', say: 'Never.', isWhole: true }]);
  const said = ['No.', ' No. ', 'Take No. 5.', '“No.”'].map((text) =>
    textOf(lexicon.partsOf(text, reader) ?? [{ text }]),
  );
  expect(said).toEqual(['Never.', ' Never. ', 'Take No. 5.', '“No.”']);
});

describe('entries that compete', () => {
  const yaml = [
    'read: reed',
    'languages: { en: { read: red, chat: talk }, fr: { chat: cha }, en-GB: { read: ridd } }',
    'voices: { "flite:awb": { read: AWB, languages: { de: { read: riet } } } }',
  ].join('\n');

  it.each([
    ['the one for no language', { language: 'it' }, 'reed chat'],
    ['the one for the language', { language: 'en-US' }, 'red talk'],
    ['the later one for the region', { language: 'en-GB' }, 'ridd talk'],
    ['the one for another language', { language: 'fr' }, 'reed cha'],
    ['the one for the voice', { voice: 'flite:awb' }, 'AWB talk'],
    ['the one for the voice in a language', { voice: 'flite:awb', language: 'de' }, 'riet chat'],
  ])('give the place to %s', async (_name, options, expected) => {
    expect(await spoken(yaml, 'read chat', options)).toBe(expected);
  });

  it('give the place to the later lexicon', async () => {
    const entries = [...(await parseLexicon('Ada: one', 'a')), ...(await parseLexicon('Ada: two', 'b'))];
    expect(textOf(createLexicon(entries).partsOf('Ada', reader) ?? [])).toBe('two');
  });
});

describe('a pronunciation', () => {
  const yaml = 'Zaphod: /ˈzeɪfɒd/\nNguyen: { ipa: ŋwiən, say: win }\nRoss: { ipa: /rɒs/ }';

  it('is given to a voice that reads it, with the English possessive', async () => {
    const text = 'Zaphod’s friend Nguyen, Ross’s and Zaphod’so.';
    expect(await spoken(yaml, text, { readsIpa: true })).toBe(
      '{Zaphod’s|ˈzeɪfɒdz} friend {Nguyen|ŋwiən}, {Ross’s|rɒsɪz} and {Zaphod|ˈzeɪfɒd}’so.',
    );
    expect(await spoken(yaml, 'Zaphod’s', { readsIpa: true, language: 'fr' })).toBe('{Zaphod|ˈzeɪfɒd}’s');
  });

  it('gives way to the spoken form for any other voice', async () => {
    expect(await spoken(yaml, 'Zaphod met Nguyen.')).toBe('Zaphod met win.');
    const lexicon = await lexiconOf(yaml);
    expect(lexicon.unusedIn('Zaphod and Zaphod met Nguyen and Ross.', 'x')).toEqual(['Zaphod', 'Ross']);
  });
});

describe('a text', () => {
  it('without a word of the lexicon has no other spoken form', async () => {
    const lexicon = await lexiconOf('Ada: AY-da\nBob: Bob');
    expect(lexicon.partsOf('Nothing here. Bob.', reader)).toBeUndefined();
  });

  it('is never left without words', async () => {
    expect(await spoken('hm: "…"', 'Hm')).toBe('Hm');
    expect(await spoken('hm: "…"', 'Hm, yes')).toBe('…, yes');
  });

  it('is silent where all of its words are not to be read', async () => {
    const yaml = `'/\\[line break\\]/i': ''\nlanguages: { de: { Hm: '' } }\nvoices: { 'flite:slt': { Ha: '' } }\nAda: x`;
    const lexicon = await lexiconOf(yaml);
    const texts = ['[Line Break]', '[line break] — [line break].', '[line break] So.', 'Hm', 'Ha', 'Ada', '—'];
    expect(texts.filter((text) => lexicon.isSilent(text, 'en-GB'))).toEqual(texts.slice(0, 2));
    expect(lexicon.isSilent('Hm …', 'de-AT')).toBe(true);
  });
});
