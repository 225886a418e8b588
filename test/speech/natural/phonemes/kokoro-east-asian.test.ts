import { afterAll, describe, expect, it } from 'vitest';
import { EnginePool } from '../../../../src/speech/embedded/engine-pool.ts';
import { openEspeakReader } from '../../../../src/speech/embedded/espeak/open-espeak-reader.ts';
import { kokoro } from '../../../../src/speech/natural/kinds/kokoro.ts';
import { openNaturalSpeech } from '../../../../src/speech/natural/natural-speech.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { installTinyVoice } from '../../../helpers/tiny-voices.ts';
import { decodeTinyVoice } from '../../../helpers/tiny-voices/decode-tiny-voice.ts';

const { signal } = new AbortController();
const pool = new EnginePool();
afterAll(async () => await pool[Symbol.asyncDispose]());

const speakers = [
  { name: 'jf_alpha', language: 'ja' },
  { name: 'zf_xiaobei', language: 'zh-CN' },
];

async function heard(text: string, voice: string, language: string): Promise<string> {
  const dataFolder = await temporaryFolder();
  await installTinyVoice(dataFolder, { kind: 'kokoro', languages: ['ja', 'zh-CN'], speakers });
  await using natural = await openNaturalSpeech({ dataFolder, espeak: await openEspeakReader(pool) });
  const pcm = await natural.speak({ text, voice, language, signal });
  return decodeTinyVoice('kokoro', pcm ?? { samples: new Int16Array(), sampleRate: 1 }).text.trim();
}

describe('Kokoro, in Japanese and Chinese', () => {
  it('hears the phonemes exactly', async () => {
    expect(await heard('「閑静でいいね」', 'kokoro:jf_alpha', 'ja')).toBe('“kaɴseː de ii ne”');
    expect(await heard('音乐家，很快乐。', 'kokoro:zf_xiaobei', 'zh-CN')).toBe('i→nɥe↘ʨja→, xə↓n kʰwai↘lɤ↘.');
  });

  it('is never given the text itself, whose characters the engine would take for phonemes', async () => {
    const installed = await installTinyVoice(await temporaryFolder(), { kind: 'kokoro' });
    const { prepare } = await kokoro.open(installed);
    for (const language of ['ja', 'zh-CN']) {
      await expect(async () => await prepare('犬', language)).rejects.toMatchObject({
        code: 'tool-missing',
        message: expect.stringContaining(language),
      });
    }
    expect(await prepare('Dog', 'en')).toBe('Dog');
  });
});
