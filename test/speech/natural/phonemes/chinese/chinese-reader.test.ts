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
  const read = await openReader('zh-CN', { folder: 'none', ...espeak });
  return await read?.(typeof text === 'string' ? [{ text }] : text, 'zh-CN', new AbortController().signal);
}

describe('a Chinese text in the alphabet of Kokoro', () => {
  // Right values: what Kokoro was trained with, of misaki 0.9.
  it.each([
    ['他昨天去了图书馆，借了三本书。', 'tʰa→ ʦwo↗tʰjɛ→n ʨʰy↘ lɤ tʰu↗ʂu→kwa↓n, ʨje↘ lɤ sa→n pə↓nʂu→.'],
    ['雨停了以后，孩子们跑到院子里去玩。', 'y↓tʰi↗ŋ lɤ i↓xou↘, xai↗ʦɨ mən pʰau↓ tau↘ ɥɛ↘nʦɨ li↓ ʨʰy↘ wa↗n.'],
    ['我不知道他是谁，可是他的声音很好听。', 'wo↓ pu↘ ꭧɨ→tau↘ tʰa→ ʂɨ↘ ʂwei↗, kʰɤ↓ʂɨ↘ tʰa→ tɤ ʂə→ŋi→n xə↓n xau↓tʰi→ŋ.'],
    ['“别怕，”她说，“我会陪着你。”', '“pje↗pʰa↘, ”tʰa→ ʂwo→, “wo↓xwei↘ pʰei↗ ꭧɤ ni↓. ”'],
    ['音乐家觉得很快乐。', 'i→nɥe↘ʨja→ ʨɥe↗tɤ xə↓n kʰwai↘lɤ↘.'],
    ['银行行长走了。', 'i↗nxa↗ŋxa↗ŋꭧa↓ŋ ʦou↓ lɤ.'],
    ['他长大了。', 'tʰa→ ꭧa↓ŋta↘ lɤ.'],
    ['了解了。', 'ljau↓ʨje↓ lɤ.'],
    ['二月，嗯，《红楼梦》', 'ɚ↘ɥe↘, ŋ↘, “xʊ↗ŋlou↗mə↘ŋ”'],
  ])('%s', async (text, right) => {
    expect(await phonemes(text)).toBe(right);
  });

  it('changes the tones of 一 and 不 within a word', async () => {
    expect(await phonemes('一个')).toBe('i↗kɤ↘');
    expect(await phonemes('一起')).toBe('i↘ʨʰi↓');
    expect(await phonemes('不是')).toBe('pu↗ʂɨ↘');
    expect(await phonemes('第一')).toBe('ti↘i→');
  });

  it('reads numbers, Latin words and pronunciations', async () => {
    expect(await phonemes('3个')).toBe(await phonemes('三个'));
    expect(await phonemes('去London了')).toBe('ʨʰy↘ lˈʌndən lɤ');
    expect(await phonemes([{ text: '重', ipa: 'ʈ͡ʂʰʊŋ˧˥' }, { text: '来' }])).toBe('ꭧʰʊŋ↗ lai↗');
  });

  it('reads the dot between foreign names as a space, and leaves out what has no sound', async () => {
    expect(await phonemes('安娜·李☆')).toBe('a→nna↘ li↓');
  });
});
