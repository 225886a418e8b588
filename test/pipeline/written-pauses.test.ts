import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/core/book.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { planBook } from '../../src/pipeline/plan/plan.ts';
import { speakText } from '../../src/pipeline/say/speak-text.ts';
import { pausesMs } from '../../src/text/pause-after-ms.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

const limits = { limit: { max: 500, unit: 'chars' }, target: 400, language: 'en' } as const;

function plan(texts: readonly string[]) {
  const blocks = texts.map((text): Block => ({ kind: 'paragraph', text, document: 'x' }));
  const [chapter] = planBook([{ title: 'One [pause 1s]', titleSource: 'heading', blocks }], limits).chapters;
  return chapter;
}

/** Returns the number of samples of a text that is spoken at once. */
async function lengthOf(text: string): Promise<number> {
  const provider = toneProvider();
  let bytes = 0;
  const { signal } = new AbortController();
  const request = { text, voice: 'sine', format: 'pcm', speed: 1, signal } as const;
  await speakText(provider, request, settingsFrom([]), (chunk) => void (bytes += chunk.length));
  expect(provider.spoken.join(' ')).not.toContain('pause');
  return bytes / 2;
}

describe('a pause that is written in a book', () => {
  it('is silence of its length after the usual one, and no word', () => {
    const chapter = plan(['[pause 1s]', 'He went. [pause 2s] She stayed.', '[pause 3s]', 'It rained.']);
    expect(chapter?.title).toBe('One');
    expect(chapter?.segments.map(({ text, pauseMs }) => [text, pauseMs])).toEqual([
      ['', pausesMs.chapterStart + 1000],
      ['He went.', pausesMs.sentence + 2000],
      ['She stayed.', pausesMs.paragraph + 3000],
      ['It rained.', pausesMs.chapterEnd],
    ]);
  });

  it('is in no subtitle: sentences have the places that they have without it', () => {
    const sentences = (texts: readonly string[]) => plan(texts)?.segments.flatMap((segment) => segment.sentences ?? []);
    const with2s = plan(['He [pause 2s] went away. She stayed.']);
    expect(with2s?.blocks.map(({ text }) => text)).toEqual(['He went away. She stayed.']);
    expect(sentences(['He [pause 2s] went away. She stayed.'])?.map(({ number }) => number)).toEqual([0, 0, 1]);
  });

  it('lasts exactly as long in a text that is spoken at once, after the last word, too', async () => {
    const short = await lengthOf('He went. [pause 1s] She stayed. [pause 1s]');
    const long = await lengthOf('He went. [pause 3s] She stayed. [pause 2s]');
    // Samples of the format: 24,000 a second.
    expect(long - short).toBe(3 * 24_000);
  });
});
