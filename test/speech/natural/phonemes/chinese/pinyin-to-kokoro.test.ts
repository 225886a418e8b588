import { expect, it } from 'vitest';
import { pinyinToKokoro } from '../../../../../src/speech/natural/phonemes/chinese/pinyin-to-kokoro.ts';

it.each([
  ['zhang3', 'ꭧa↓ŋ'],
  ['lv4', 'ly↘'],
  ['nüe4', 'nɥe↘'],
  ['yuan2', 'ɥɛ↗n'],
  ['jun1', 'ʨy→n'],
  ['xue2', 'ɕɥe↗'],
  ['you3', 'jou↓'],
  ['liu2', 'ljou↗'],
  ['yong4', 'jʊ↘ŋ'],
  ['wei2', 'wei↗'],
  ['gui1', 'kwei→'],
  ['wen2', 'wə↗n'],
  ['chun1', 'ꭧʰwə→n'],
  ['wu3', 'u↓'],
  ['yi1', 'i→'],
  ['ri4', 'ɻɨ↘'],
  ['ci2', 'ʦʰɨ↗'],
  ['er2', 'ɚ↗'],
  ['o1', 'ɔ→'],
  ['bo1', 'pwo→'],
  ['weng1', 'wə→ŋ'],
  ['ma0', 'ma'],
  ['hello', ''],
  ['𠮷', ''],
])('gives %s the sound %s', (pinyin, sound) => {
  expect(pinyinToKokoro(pinyin)).toBe(sound);
});
