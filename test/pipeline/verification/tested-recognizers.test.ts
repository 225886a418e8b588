import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AudiobookError } from '../../../src/core/errors.ts';
import { loadSettings } from '../../../src/core/load-settings.ts';
import type { RecognizerPool } from '../../../src/listening/recognizer-pool.ts';
import { TestedRecognizers } from '../../../src/pipeline/hear/tested-recognizers.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { installTinyRecognizer } from '../../helpers/tiny-recognizers.ts';

const whole = { verdict: 'heard', share: 1, missing: [], surplus: [], transcript: '' } as const;
const request = { pcm: { samples: new Int16Array(100), sampleRate: 16_000 }, text: 'A text.', language: 'en' };
const { signal } = new AbortController();

/** Returns tested recognizers over a recognizer that hears a share of its test sentence, and what they asked and warned. */
async function setUp(heardOfTest: () => number) {
  const folder = await temporaryFolder();
  const installed = await installTinyRecognizer(path.join(folder, 'data'));
  await writeFile(path.join(installed.folder, 'self-test.txt'), 'The test.');
  const sources = { environment: {}, workingFolder: folder, configFolder: folder };
  const { settings } = await loadSettings(sources, []);
  const asked: string[] = [];
  const warnings: string[] = [];
  const pool: Pick<RecognizerPool, 'hear' | 'recognizersFor'> = {
    recognizersFor: (language) => (language === 'en' ? [installed] : []),
    async hear({ text }) {
      asked.push(text);
      return text === 'The test.' ? { ...whole, share: heardOfTest() } : whole;
    },
  };
  const tested = new TestedRecognizers(pool, { settings, signal, warn: (message) => void warnings.push(message) });
  return { tested, asked, warnings };
}

describe('TestedRecognizers', () => {
  it('let the fastest recognizer hear first, and those for all languages last', async () => {
    const { model, ...place } = await installTinyRecognizer(path.join(await temporaryFolder(), 'data'));
    const installed = Object.entries({ best: 1100, small: 240, all: 800 }).map(([id, memoryBytes]) => {
      return { ...place, model: { ...model, id, memoryBytes, languages: id === 'all' ? ['*'] : ['en'] } };
    });
    const { settings } = await loadSettings({ environment: {}, workingFolder: '/', configFolder: '/' }, []);
    const pool = { recognizersFor: () => installed, hear: async () => whole };
    const tested = new TestedRecognizers(pool, { settings, signal, warn: () => undefined });
    expect(tested.recognizersFor('en').map(({ model: { id } }) => id)).toEqual(['small', 'best', 'all']);
  });

  it('test a recognizer once, before its first sound', async () => {
    const { tested, asked, warnings } = await setUp(() => 0.9);
    expect(asked).toEqual([]);
    await Promise.all([tested.hear(request, signal), tested.hear(request, signal)]);
    expect(await tested.hear(request, signal)).toEqual(whole);
    expect(asked).toEqual(['The test.', 'A text.', 'A text.', 'A text.']);
    expect(warnings).toEqual([]);
  });

  it('judge nothing with a recognizer that fails its test, and warn once', async () => {
    const { tested, asked, warnings } = await setUp(() => 0.3);
    const reason = 'The recognizer tiny-recognizer understands only 30 % of a test sentence on this machine.';
    expect(await tested.isUsable('en')).toBe(false);
    expect(await tested.hear(request, signal)).toEqual({ reason });
    expect(await tested.hear(request, signal)).toEqual({ reason });
    expect(asked).toEqual(['The test.']);
    expect(warnings).toEqual([expect.stringMatching(/^Nothing is verified: the recognizer tiny-recognizer /u)]);
  });

  it('go on without a recognizer that cannot be loaded, unless they are asked whether it can be used', async () => {
    const { tested, warnings } = await setUp(() => {
      throw new AudiobookError('tool-missing', 'The recognizer cannot be loaded.');
    });
    expect(await tested.hear(request, signal)).toEqual({ reason: 'The recognizer cannot be loaded.' });
    expect(await tested.hear(request, signal)).toEqual({ reason: 'The recognizer cannot be loaded.' });
    expect(warnings).toEqual(['Nothing is verified: The recognizer cannot be loaded.']);
    await expect(tested.isUsable('en')).rejects.toMatchObject({ code: 'tool-missing' });
  });
});
