import { expect, it } from 'vitest';
import { kanaToKokoro } from '../../../../../src/speech/natural/phonemes/japanese/kana-to-kokoro.ts';

it.each([
  ['きゃく', 'kʲakɯ'],
  ['シュッセ', 'ɕɨʔse'],
  ['ふぁん', 'ɸaɴ'],
  ['さんぽ', 'sampo'],
  ['さんか', 'saŋka'],
  ['さんち', 'saɲʨi'],
  ['さんど', 'sando'],
  ['さんや', 'saɴja'],
  ['ヴァイオリン', 'vaioɾʲiɴ'],
  ['くゎ', 'kɯβa'],
  ['こゝろ', 'kokoɾo'],
  ['すゞき', 'sɨzɨkʲi'],
  ['てゃ', 'tja'],
  ['ー', 'ː'],
  ['漢', ''],
])('gives %s the sound %s', (kana, sound) => {
  expect(kanaToKokoro(kana)).toBe(sound);
});
