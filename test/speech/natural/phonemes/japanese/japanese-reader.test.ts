import { afterAll, describe, expect, it } from 'vitest';
import { EnginePool } from '../../../../../src/speech/embedded/engine-pool.ts';
import { openEspeakReader } from '../../../../../src/speech/embedded/espeak/open-espeak-reader.ts';
import { openReader } from '../../../../../src/speech/natural/phonemes/readers.ts';
import type { SpokenPart } from '../../../../../src/text/lexicon/spoken-part.ts';

const pool = new EnginePool();
afterAll(async () => await pool[Symbol.asyncDispose]());

async function phonemes(text: string | readonly SpokenPart[]): Promise<string | undefined> {
  const espeak = await openEspeakReader(pool);
  if (!espeak) throw new Error('no espeak-ng');
  const read = await openReader('ja', { folder: 'none', ...espeak });
  return await read?.(typeof text === 'string' ? [{ text }] : text, 'ja', new AbortController().signal);
}

describe('a Japanese text in the alphabet of Kokoro', () => {
  // Right values: what Kokoro was trained with, of misaki 0.7.
  it.each([
    ['少し食えば飽き足らぬ。', 'sɨkoɕi kɯeba akʲi taɾa nɯ.'],
    ['「どこが？」と余は女の眼の中を見詰めた。', '“doko ɡa?” to jo βa onna no me no naka o mʲiʦɨmeta.'],
    ['不幸に圧しつけられながら、', 'ɸɯkoː ɲi oɕi ʦɨke ɾaɾe naɡaɾa,'],
    ['帯の黒繻子は片側だけだろう。', 'obʲi no kɯɾo ɕɨsɨ βa kataɡaβa dake daɾo ː.'],
    ['何でも女がヴェニスへ帰りたくないのでしょう。', 'naɴ demo onna ɡa veɲisɨ e kaeɾʲi takɯ nai no deɕo ː.'],
    ['「閑静でいいね」', '“kaɴseː de ii ne”'],
    ['彼は「えっ」と言った。', 'kaɾe βa “eʔ” to iʔta.'],
    ['スーパー・マーケットへ行く。', 'sɨːpaː maːkeʔto e ikɯ.'],
  ])('%s', async (text, right) => {
    expect(await phonemes(text)).toBe(right);
  });

  it.each([
    ['六本、八本、十本、一本、三本', 'ɾoʔpoɴ, haʔpoɴ, ʥɨʔpoɴ, iʔpoɴ, saɴ boɴ'],
    ['一人と二人と四人', 'çitoɾʲi to ɸɯtaɾʲi to jo ɲiɴ'],
    ['三百六十五日を八千円で', 'saɴ bʲakɯ ɾokɯʥɨː ɡoɲiʨi o haʔseɴ eɴ de'],
    ['3本', 'saɴ boɴ'],
    ['4月7日の9時40分', 'ɕiɡaʦɨ nanoka no kɯʥi joɲʥɨʔpɯɴ'],
    ['三階、何本、何時', 'saɴ ɡai, naɴ boɴ, naɲʥi'],
    ['1~2日', 'iʨi kaɾa ɸɯʦɨka'],
    ['1,980円、20歳、20日', 'seɴ kʲɨː çakɯ haʨiʥɨː eɴ, hataʨi, haʦɨka'],
    ['50%、3℃', 'ɡoʥɨː paːsento, saɴ do'],
  ])('reads numbers with their counters: %s', async (text, right) => {
    expect(await phonemes(text)).toBe(right);
  });

  it('reads words by what stands beside them, laughter as laughter, and a long e where it is written in Han', async () => {
    expect(await phonemes('東京都の都')).toBe('toːkʲoːto no mʲijako');
    expect(await phonemes('何が何だ')).toBe('naɲi ɡa nanda');
    expect(await phonemes('ははは')).toBe('hahaha');
    expect(await phonemes('計算を招いて、メイド')).toBe('keːsaɴ o maneite, meido');
  });

  it('keeps the marks that the model knows, and half and full forms', async () => {
    expect(await phonemes('ｶﾀｶﾅ……（電車）――《猫》！？')).toBe('katakana… (deɴɕa)—— “neko”!?');
  });

  it('reads Latin words as English, and pronunciations as they are given', async () => {
    expect(await phonemes('Londonへ')).toBe('lˈʌndən e');
    expect(await phonemes([{ text: '漱石', ipa: 'soːseki' }, { text: 'の犬' }])).toBe('soːseki no inɯ');
    expect(await phonemes([{ text: '茶', ipa: 'tɕa' }])).toBe('ʨa');
  });

  it('has a reading for every character, and no sound for a text of none', async () => {
    expect(await phonemes('椽から')).toBe('eɴ kaɾa');
    expect(await phonemes('☆')).toBe('');
  });
});
