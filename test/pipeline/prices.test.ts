import { describe, expect, it } from 'vitest';
import { languageModelPrices } from '../../src/llm/price-table.ts';
import { speechPrices } from '../../src/pipeline/plan/speech-prices.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { modelPrices } from '../../src/llm/model-prices.ts';
import { azureStyles } from '../../src/speech/azure/azure-styles.ts';
import { elevenlabsTags } from '../../src/speech/elevenlabs/elevenlabs-tags.ts';
import type { TellableDelivery } from '../../src/speech/provider.ts';
import { speechCharges } from '../../src/pipeline/plan/speech-charges.ts';

/** Returns what a text costs at the price of a vendor, in dollars. */
function costOf(name: string, text: string, voice = 'any'): number | undefined {
  return speechCharges({ facts: () => ({ tariff: { name, isVendor: true } }) }, settingsFrom([]))(text, voice).cost;
}

/** Returns what 100 letters cost that are whispered. */
function costIn(name: string, delivery: TellableDelivery | undefined): number | undefined {
  const facts = () => ({ tariff: { name, isVendor: true }, delivery });
  const told = delivery?.told({ manner: 'whispered' });
  return speechCharges({ facts }, settingsFrom([]))('a'.repeat(100), 'any', told).cost;
}

/** Dollars per million characters, as the vendors print them, by names of tariffs. */
const perMillion = [
  [4, 'polly/standard google/en-US-Standard-A google/de-DE-Wavenet-B'],
  [16, 'polly/neural google/en-US-Neural2-C google/en-US-News-K google/en-US-Casual-K google/en-US-Polyglot-1'],
  [16, 'azure/en-US-AvaMultilingualNeural azure/zh-CN-XiaoxiaoNeural'],
  [30, 'polly/generative google/en-US-Chirp3-HD-Kore google/en-US-Chirp-HD-D google/Kore'],
  [30, 'azure/en-US-Ava:DragonHDLatestNeural openai/tts-1-hd openai/tts-1-hd-1106'],
  [15, 'openai/tts-1 openai/tts-1-1106'],
  [50, 'elevenlabs/eleven_flash_v2_5 elevenlabs/eleven_turbo_v2'],
  [100, 'polly/long-form elevenlabs/eleven_multilingual_v2 elevenlabs/eleven_v3'],
  [160, 'google/en-US-Studio-O'],
] as const;

describe('the price of speech', () => {
  it.each(perMillion)('is $%i per million characters of %s', (dollars, names) => {
    for (const name of names.split(' ')) expect([name, costOf(name, 'a'.repeat(1000))]).toEqual([name, dollars / 1000]);
  });

  it('is that of tokens for 150 words a minute', () => {
    // 1.4 tokens a word in, and 20.6 a second out.
    const cost = (210 * 0.6 + 1236 * 12) / 1_000_000;
    expect(costOf('openai/gpt-4o-mini-tts', 'word '.repeat(150))).toBeCloseTo(cost, 10);
    // Google counts 25 tokens a second.
    const [flash, pro] = ['flash', 'pro'].map((name) => costOf(`google/gemini-2.5-${name}-tts`, 'word '.repeat(150)));
    expect(flash).toBeCloseTo((210 * 0.5 + 1500 * 10) / 1_000_000, 10);
    expect(pro).toBeCloseTo((210 * 1 + 1500 * 20) / 1_000_000, 10);
  });

  it('counts Chinese characters twice at Azure, and once elsewhere', () => {
    const chinese = '山路a'.repeat(1000);
    expect(costOf('azure/zh-CN-XiaoxiaoNeural', chinese)).toBe(5000 * 16e-6);
    expect(costOf('azure/ja-JP-Nanami:DragonHDLatestNeural', chinese)).toBe(5000 * 30e-6);
    expect(costOf('google/cmn-CN-Wavenet-A', chinese)).toBe(3000 * 4e-6);
    expect(costOf('azure/ko-KR-SunHiNeural', '가나다')).toBe(3 * 16e-6);
  });

  it('has the markup of a style at Azure, and the tag of a manner at ElevenLabs', () => {
    const markup = '<mstts:express-as style="whispering"></mstts:express-as>'.length;
    expect(costIn('azure/en-US-JennyNeural', azureStyles(['whispering']))).toBeCloseTo((100 + markup) * 16e-6, 10);
    expect(costIn('azure/en-US-JennyNeural', undefined)).toBeCloseTo(100 * 16e-6, 10);
    expect(costIn('elevenlabs/eleven_v3', elevenlabsTags)).toBeCloseTo((100 + '[whispers] '.length) * 100e-6, 10);
  });

  it('has no entry that no name above matches first', () => {
    const names = [
      ...perMillion.flatMap(([, list]) => list.split(' ')),
      'openai/gpt-4o-mini-tts',
      'google/gemini-2.5-flash-tts',
      'google/gemini-2.5-pro-preview-tts',
    ];
    const matched = new Set(names.map((name) => speechPrices.find(({ tariffs }) => tariffs.test(name))));
    expect(matched).toEqual(new Set(speechPrices));
    expect(costOf('siri/best', 'a')).toBeUndefined();
  });
});

/** Dollars per million tokens in and out. */
const models = [
  ['anthropic/claude-opus-5-5', 4, 20],
  ['anthropic/claude-sonnet-5-5', 2, 10],
  ['anthropic/claude-haiku-5-5', 0.1, 0.5],
  ['openai/gpt-5.6-sol', 5, 30],
  ['openai/gpt-4o', 2.5, 10],
  ['gemini/gemini-3.8-flash', 0.75, 3.75],
  ['gemini/gemini-4-argon', 4, 20],
  ['deepseek/deepseek-v4-flash', 0.3, 1.2],
] as const;

describe('the price of a language model', () => {
  it.each(models)('%s is $%d per million tokens in and $%d out', (id, prompt, completion) => {
    expect(modelPrices(id, settingsFrom([]))).toMatchObject({ prompt, completion });
  });

  it('is listed once for each', () => {
    expect(languageModelPrices).toHaveLength(models.length);
    expect(modelPrices('openai/gpt-4o-mini', settingsFrom([]))).toBeUndefined();
  });
});

it('names the page and the day of every price', () => {
  for (const { source, checkedOn } of [...speechPrices, ...languageModelPrices]) {
    expect(source).toMatch(/^https:\/\/\S+$/u);
    expect(checkedOn).toMatch(/^20\d\d-[01]\d-[0-3]\d$/u);
  }
});
