import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openNaturalSpeech } from '../../../src/speech/natural/natural-speech.ts';
import type { NaturalSpeech } from '../../../src/speech/natural/natural-speech.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { installTinyVoice } from '../../helpers/tiny-voices.ts';
import { decodeTinyVoice } from '../../helpers/tiny-voices/decode-tiny-voice.ts';

const { signal } = new AbortController();

async function opened(): Promise<NaturalSpeech> {
  const dataFolder = await temporaryFolder();
  await installTinyVoice(dataFolder, { kind: 'kokoro' });
  return await openNaturalSpeech({ dataFolder });
}

async function speakerOf(natural: NaturalSpeech, voice: string): Promise<number | undefined> {
  const pcm = await natural.speak({ text: 'Hello world.', voice, language: 'en', signal });
  return pcm && decodeTinyVoice('kokoro', pcm).speaker;
}

async function leftBehind(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`.audiobook-voices.bin.${process.pid}-`));
}

describe('a mix of voices', () => {
  it('is the weighted mean of its speakers, beside the speakers themselves', async () => {
    {
      await using natural = await opened();
      // The tiny speakers are the numbers 0 (af_heart), 1 (am_michael), 2 (bf_emma) and 3 (ff_siwis).
      expect(await speakerOf(natural, 'kokoro:am_michael+ff_siwis')).toBe(2);
      expect(await speakerOf(natural, 'kokoro:af_heart(2)+ff_siwis')).toBe(1);
      expect(await speakerOf(natural, 'kokoro:ff_siwis(0.5)+af_heart(0.25)')).toBe(2);
      expect(await speakerOf(natural, 'kokoro:af_heart')).toBe(0);
      expect(natural.languagesOf('kokoro:bf_emma+af_heart')).toEqual(['en-GB']);
      expect(await leftBehind()).toHaveLength(3);
    }
    expect(await leftBehind()).toEqual([]);
  });

  it.for([
    'kokoro:af_heart+nobody',
    'kokoro:af_heart(0)+bf_emma',
    'kokoro:af_heart(101)+bf_emma',
    'kokoro:+',
    'kokoro:a(b)+c',
  ])('that cannot be made is refused: %s', async (voice) => {
    await using natural = await opened();
    expect(() => natural.languagesOf(voice)).toThrow(
      `Invalid voice '${voice}'. Expected two to 8 speakers with weights up to 100, for example kokoro:af_heart(2)+bf_emma.`,
    );
  });

  it('of a damaged file is refused', async () => {
    const dataFolder = await temporaryFolder();
    const { folder } = await installTinyVoice(dataFolder, { kind: 'kokoro' });
    await writeFile(path.join(folder, 'voices.bin'), 'abc');
    await using natural = await openNaturalSpeech({ dataFolder });
    await expect(speakerOf(natural, 'kokoro:af_heart+bf_emma')).rejects.toMatchObject({ code: 'provider-failed' });
  });
});
