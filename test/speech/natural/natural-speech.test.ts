import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../../src/core/pcm.ts';
import { pcmSeconds } from '../../../src/core/pcm.ts';
import { openNaturalSpeech } from '../../../src/speech/natural/natural-speech.ts';
import type { NaturalOptions, NaturalSpeech } from '../../../src/speech/natural/natural-speech.ts';
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
async function opened(kinds: readonly ModelKind[], options: Partial<NaturalOptions> = {}): Promise<NaturalSpeech> {
  const dataFolder = await temporaryFolder();
  for (const kind of kinds) await installTinyVoice(dataFolder, { kind });
  return await openNaturalSpeech({ dataFolder, ...options });
}

async function say(natural: NaturalSpeech, voice: string, text: string, signal = never): Promise<Pcm> {
  const speaking = natural.speak({ text, voice, language: 'en', signal });
  if (!speaking) throw new Error(`no voice ${voice}`);
  return await speaking;
}

describe('a natural voice', () => {
  it.for(voices)('of %s speaks every word, with the speaker that was asked for', async ([kind, voice, speaker]) => {
    await using natural = await opened([kind]);
    const heard = decodeTinyVoice(kind, await say(natural, voice, 'Hello world. Goodbye.'));
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

  it('speaks a text that is longer than what the engine takes at once, whole', async () => {
    await using natural = await opened(['kokoro', 'supertonic', 'piper', 'kitten']);
    const word = 'lantern';
    const text = Array.from({ length: 300 }, () => word).join(' ');
    for (const [kind, voice] of voices) {
      const { text: heard } = decodeTinyVoice(kind, await say(natural, voice, text));
      const spoken = kind === 'supertonic' ? /lantern/gu : /l[ˈˌ]?[æaɑ]ː?nt/gu;
      expect([kind, heard.match(spoken)?.length]).toEqual([kind, 300]);
    }
  });

  it('is a moment of silence for text without a word', async () => {
    await using natural = await opened(['kokoro']);
    const pcm = await say(natural, 'kokoro:af_heart', '***');
    expect(pcmSeconds(pcm)).toBeCloseTo(0.2);
    expect(pcm.samples.every((sample) => sample === 0)).toBe(true);
  });
});
