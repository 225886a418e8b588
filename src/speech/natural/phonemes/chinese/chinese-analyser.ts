import { optionalPackage } from '../optional-package.ts';

/** A word, and its syllables in pinyin with the number of the tone. */
export interface ChineseWord {
  readonly syllables: readonly string[];
}

/** Divides a text of Han characters alone into words. */
export type ChineseAnalyser = (text: string) => readonly ChineseWord[];

/**
 * Opens jieba, which divides as Kokoro was trained, and pinyin-pro, which reads characters in their phrases. They take about 90 MB of memory. Throws `tool-missing`
 * where a package is not installed.
 */
export async function openChineseAnalyser(): Promise<ChineseAnalyser> {
  const { cut } = await optionalPackage('jieba-wasm', 'Chinese', async () => await import('jieba-wasm'));
  const { pinyin } = await optionalPackage('pinyin-pro', 'Chinese', async () => await import('pinyin-pro'));
  return (text) => {
    const read = (toneSandhi: boolean): readonly string[] =>
      pinyin(text, { toneType: 'num', type: 'array', v: true, toneSandhi });
    const [plain, changed] = [read(false), read(true)];
    let at = 0;
    return cut(text, true).map((word) => {
      const from = at;
      at += Array.from(word).length;
      // Within words that it ends, 了 is another syllable.
      if (word === '了') return { syllables: ['le0'] };
      // 一 and 不 change within a word; at its end the model has heard them as they are.
      return { syllables: [...changed.slice(from, at - 1), ...plain.slice(at - 1, at)] };
    });
  };
}
