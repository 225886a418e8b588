import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../../src/core/pcm.ts';
import { pcmSeconds } from '../../../src/core/pcm.ts';
import { openNaturalSpeech } from '../../../src/speech/natural/natural-speech.ts';
import type { NaturalOptions, NaturalSpeech } from '../../../src/speech/natural/natural-speech.ts';
import { kinds } from '../../../src/speech/natural/kinds/kinds.ts';
import type { ModelKind } from '../../../src/voice-models/voice-model.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { installTinyVoice } from '../../helpers/tiny-voices.ts';
import { decodeTinyVoice } from '../../helpers/tiny-voices/decode-tiny-voice.ts';

const { signal: never } = new AbortController();

const voices: readonly (readonly [kind: ModelKind, voice: string, speaker: number])[] = [
  ['kokoro', 'kokoro:bf_emma', 2],
  ['supertonic', 'supertonic:F2', 1],
  ['piper', 'piper:en_GB-cori-high', 0],
  ['kitten', 'kitten:Bella', 1],
];

/** Opens the natural voices of a fresh data folder with tiny models. */
async function opened(installed: readonly ModelKind[], options: Partial<NaturalOptions> = {}): Promise<NaturalSpeech> {
  const dataFolder = await temporaryFolder();
  for (const kind of installed) await installTinyVoice(dataFolder, { kind });
  return await openNaturalSpeech({ dataFolder, ...options });
}

async function say(natural: NaturalSpeech, voice: string, text: string, signal = never): Promise<Pcm> {
  const speaking = natural.speak({ text, voice, language: 'en', signal });
  if (!speaking) throw new Error(`no voice ${voice}`);
  return await speaking;
}

/** Returns the letters or phonemes of what was heard. */
function sounds(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '').toLowerCase();
}

/** Returns the lengths of the silences between sounds, in samples. */
function silences(samples: Int16Array): readonly number[] {
  const loud = Array.from(samples.keys()).filter((at) => Math.abs(samples[at] ?? 0) > 100);
  return loud.slice(1).map((at, index) => at - (loud[index] ?? 0));
}

describe('a natural voice', () => {
  it.for(voices)('of %s speaks every word, with the speaker that was asked for', async ([kind, voice, speaker]) => {
    await using natural = await opened([kind]);
    const pcm = await say(natural, voice, 'Hello world. Goodbye.');
    const heard = decodeTinyVoice(kind, pcm, kinds[kind].speed);
    const phonemes = { piper: 'həlˈoʊwˈɜːld.|ɡʊdbˈaɪ.', kitten: ' həlˈoʊ wˈɜːld.   ɡʊdbˈaɪ.  ' };
    const expected = {
      ...phonemes,
      kokoro: ' həlˈəʊ wˈɜːld. ɡʊdbˈaɪ.  ',
      supertonic: '<en>Hello world.</en>|<en>Goodbye.</en>',
    };
    expect(heard).toEqual({ text: expected[kind], speaker });
  });

  it.for(voices)('of %s is the same every time, alone and beside others', async ([kind, voice]) => {
    await using natural = await opened([kind]);
    const texts = ['The lamp went out.', 'It rained all night.', 'Ada counted to ten.'];
    const alone: Pcm[] = [];
    for (const text of texts) alone.push(await say(natural, voice, text));
    expect(await Promise.all(texts.map((text) => say(natural, voice, text)))).toEqual(alone);
  });

  it.for(voices)('of %s is silent between two calls for as long as its kind says', async ([kind, voice]) => {
    await using natural = await opened([kind]);
    const sentence = 'The rain had stopped before dawn, and she walked down to the harbour as she did every morning';
    const { samples, sampleRate } = await say(natural, voice, `${sentence}. ${sentence}.`);
    const pauses = silences(samples).filter((length) => length > 0.2 * sampleRate);
    expect(pauses).toHaveLength(1);
    const [seconds = 0] = pauses.map((length) => length / sampleRate);
    // Each call keeps up to 20 ms of its own silence, so that no consonant is cut.
    const least = kinds[kind].pauses.sentence / 1000;
    expect(seconds).toBeGreaterThan(least - 0.001);
    expect(seconds).toBeLessThan(least + 0.045);
  });

  it('of Piper makes no sound of the marks after the last end of a sentence', async () => {
    await using natural = await opened(['piper']);
    const voice = 'piper:en_GB-cori-high';
    const plain = await say(natural, voice, 'He said, all this time!');
    for (const text of ['He said, “all this time!”', '“He said, ‘all this time!’ ”', '(He said, all this time!)']) {
      expect(pcmSeconds(await say(natural, voice, text))).toBe(pcmSeconds(plain));
    }
  });

  it('speaks a text that is longer than what the engine takes at once, whole', async () => {
    await using natural = await opened(['kokoro', 'supertonic', 'piper', 'kitten']);
    const word = 'lantern';
    const text = Array.from({ length: 300 }, () => word).join(' ');
    for (const [kind, voice] of voices) {
      const { text: heard } = decodeTinyVoice(kind, await say(natural, voice, text), kinds[kind].speed);
      const spoken = kind === 'supertonic' ? /lantern/gu : /l[ˈˌ]?[æaɑ]ː?nt/gu;
      expect([kind, heard.match(spoken)?.length]).toEqual([kind, 300]);
    }
  });

  it('speaks the longest sentence of a text first, so that none is left alone at the end', async () => {
    const seconds: number[] = [];
    await using natural = await opened(['piper'], {
      setting: { calls: 1, threads: 1 },
      onUtterance: ({ pcm }) => seconds.push(pcmSeconds(pcm)),
    });
    const text = 'It rained. The lamp in the hall went out before anyone had come home. Ada counted to ten.';
    const heard = decodeTinyVoice('piper', await say(natural, 'piper:en_GB-cori-high', text)).text;
    expect(seconds).toHaveLength(3);
    expect(seconds).toEqual(seconds.toSorted((one, other) => other - one));
    expect(sounds(heard)).toMatch(/^ɪtɹ.*lamp|^ɪtɹ.*lˈ?æmp.*tˈ?ɛn/u);
  });

  it('is loaded before its first text, on request', async () => {
    await using natural = await opened(['kokoro']);
    natural.warmUp('kokoro:nobody');
    expect(natural.pids()).toEqual([]);
    natural.warmUp('kokoro:af_heart');
    await expect.poll(() => natural.pids()).toHaveLength(1);
    const pids = natural.pids();
    await say(natural, 'kokoro:af_heart', 'One.');
    expect(natural.pids()).toEqual(pids);
  });

  it('is a moment of silence for text without a word', async () => {
    await using natural = await opened(['kokoro']);
    const pcm = await say(natural, 'kokoro:af_heart', '***');
    expect(pcmSeconds(pcm)).toBeCloseTo(0.2);
    expect(pcm.samples.every((sample) => sample === 0)).toBe(true);
  });

  it.for([
    ['piper', 'piper:en_GB-cori-high'],
    ['kitten', 'kitten:Bella'],
    ['supertonic', 'supertonic:F1'],
  ] as const)('of %s reads numbers, dashes, signs and foreign letters', async ([kind, voice]) => {
    await using natural = await opened([kind]);
    const written = 'Mr. Lee paid $2… “Now—go!” 🙂 said Иван\u0000 in 富士, or b the\u00A0end.';
    const words = 'Mister Lee paid two dollars. “Now, go!” said Ivan in FuShi, or b the end.';
    const { speed } = kinds[kind];
    const heard = decodeTinyVoice(kind, await say(natural, voice, written), speed).text;
    const expected = decodeTinyVoice(kind, await say(natural, voice, words), speed).text;
    expect(sounds(heard)).toBe(sounds(expected));
  });

  it('speaks endless words and a thousand words without a mark whole', async () => {
    await using natural = await opened(['supertonic']);
    const endless = 'ab'.repeat(2000);
    const { text } = decodeTinyVoice('supertonic', await say(natural, 'supertonic:F1', endless));
    expect(text.replaceAll(/<\/?en>|[^ab]/gu, '')).toHaveLength(4000);
  });

  it('speaks 120 segments without growing', async () => {
    const sizes: number[] = [];
    await using natural = await opened(['kokoro']);
    for (let count = 0; count < 120; count += 4) {
      const texts = Array.from({ length: 4 }, (_unused, index) => `This is sentence ${count + index} of the book.`);
      await Promise.all(texts.map((text) => say(natural, 'kokoro:af_heart', text)));
      const [pid = 0] = natural.pids();
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      sizes.push(Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0));
    }
    // The first two thirds fill the memory that is used again.
    const [early, late] = [Math.max(...sizes.slice(0, 20)), Math.max(...sizes.slice(24))];
    expect(late).toBeLessThan(early * 1.15 + 5000);
    expect(natural.pids()).toHaveLength(1);
  });
});
