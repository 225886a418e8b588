import { appendFile, chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { embeddedProvider } from '../../../../src/speech/embedded/embedded.ts';
import { EnginePool } from '../../../../src/speech/embedded/engine-pool.ts';
import { openEspeakReader } from '../../../../src/speech/embedded/espeak/open-espeak-reader.ts';
import { openNaturalSpeech } from '../../../../src/speech/natural/natural-speech.ts';
import { openPhonemeCode } from '../../../../src/speech/natural/phonemes/phoneme-code.ts';
import { withLexicon } from '../../../../src/speech/with-lexicon.ts';
import { createLexicon } from '../../../../src/text/lexicon/lexicon.ts';
import { parseLexicon } from '../../../../src/text/lexicon/parse-lexicon.ts';
import type { SpokenPart } from '../../../../src/text/lexicon/spoken-part.ts';
import { textOf } from '../../../../src/text/lexicon/spoken-part.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { installTinyVoice } from '../../../helpers/tiny-voices.ts';
import { decodeTinyVoice } from '../../../helpers/tiny-voices/decode-tiny-voice.ts';

const { signal } = new AbortController();
const pool = new EnginePool();
afterAll(async () => await pool[Symbol.asyncDispose]());

/** Installs a tiny Kokoro and returns what speaks with it. */
async function openKokoro() {
  const dataFolder = await temporaryFolder();
  const installed = await installTinyVoice(dataFolder, { kind: 'kokoro' });
  const natural = await openNaturalSpeech({ dataFolder, espeak: await openEspeakReader(pool) });
  return {
    installed,
    natural,
    async heard(parts: string | readonly SpokenPart[], voice = 'kokoro:af_heart', language = 'en'): Promise<string> {
      const given = typeof parts === 'string' ? [{ text: parts }] : parts;
      const pcm = await natural.speak({ text: textOf(given), parts: given, voice, language, signal });
      return decodeTinyVoice('kokoro', pcm ?? { samples: new Int16Array(), sampleRate: 1 }).text.trim();
    },
    [Symbol.asyncDispose]: async () => await natural[Symbol.asyncDispose](),
  };
}

describe('Kokoro, through the real engine', () => {
  it('hears the phonemes and marks exactly, of the variety of the voice', async () => {
    await using run = await openKokoro();
    const text = '“Hello, world!” he said — the noise… (judge): I’m late; why?';
    expect(await run.heard(text)).toBe('“həlˈO, wˈɜɹld!” hi sˈɛd — ðə nˈYz… (ʤˈʌʤ): ˌIm lˈAt; wˌI?');
    expect(await run.heard(text, 'kokoro:bf_emma')).toBe('“həlˈQ, wˈɜːld!” hiː sˈɛd — ðə nˈYz… (ʤˈʌʤ): ˌIm lˈAt; wˌI?');
  });

  it('takes the lexicon beside the model, and pronunciations before it', async () => {
    await using run = await openKokoro();
    await appendFile(path.join(run.installed.folder, 'lexicon-us-en.txt'), 'zaphod z ˈ ɑ f ʊ d\n');
    expect(await run.heard('Zaphod’s water')).toBe('zˈɑfʊdz wˈɔTəɹ.');
    const parts = [{ text: 'The ' }, { text: 'Zaphod', ipa: 'ˈzeɪfɒd' }, { text: ' of water.' }];
    expect(await run.heard(parts)).toBe('ðə ˈzAfɑd ʌv wˈɔTəɹ.');
  });

  it('ends a title with a mark, and leaves the marks of a text as they are', async () => {
    await using run = await openKokoro();
    expect(await run.heard('Chapter One')).toMatch(/w[ˌˈ]ʌn\.$/u);
    expect(await run.heard('Chapter One…')).toMatch(/w[ˌˈ]ʌn…$/u);
    expect(await run.heard('“Chapter One”')).toMatch(/w[ˌˈ]ʌn”$/u);
  });

  it('hears every pronunciation in a text of several calls', async () => {
    await using run = await openKokoro();
    const sentence = [
      { text: 'Then ' },
      { text: 'Zaphod', ipa: 'zˈeɪfɒd' },
      { text: ' walked home to a long supper of bread and wine. ' },
    ];
    const parts = Array.from({ length: 12 }, () => sentence).flat();
    const heard = await run.heard(parts);
    expect(heard.match(/ðˈ?ɛn zˈAfɑd wˈɔkt hˈOm/gu)).toHaveLength(12);
  });

  it('hears other languages in the letters that it was trained on', async () => {
    await using run = await openKokoro();
    const parts = [{ text: 'Bonjour, ' }, { text: 'Zaphod', ipa: 'zafɔd' }, { text: ' ! C’est « lui ».' }];
    expect(await run.heard(parts, 'kokoro:ff_siwis', 'fr')).toBe('bɔ̃ʒˈuʁ, zafɔd! sˈɛ “ lyˈi ”.');
    expect(
      ['kokoro:af_heart', 'kokoro:bf_emma', 'kokoro:ff_siwis'].map((voice) => run.natural.facts(voice)?.readsIpa),
    ).toEqual([true, true, true]);
  });

  it('tells the phonemes of each utterance without starting the engine', async () => {
    await using run = await openKokoro();
    const text = `C’est la mer. ${'Le vent se lève sur les dunes et sur le port. '.repeat(8)}`;
    const lines = await run.natural.phonemes({ text, voice: 'kokoro:ff_siwis', language: 'fr', signal });
    expect(lines?.split('\n').length).toBeGreaterThan(1);
    expect(lines).toMatch(/^sɛ la mˈɛʁ\. lə vˈɑ̃ sə lˈɛv/u);
    expect(run.natural.pids()).toEqual([]);
  });

  it('reads text when nothing reads words', async () => {
    const dataFolder = await temporaryFolder();
    await installTinyVoice(dataFolder, { kind: 'kokoro' });
    await using natural = await openNaturalSpeech({ dataFolder });
    const pcm = await natural.speak({ text: 'Hello world.', voice: 'kokoro:af_heart', language: 'en', signal });
    expect(pcm && decodeTinyVoice('kokoro', pcm).text.trim()).toBe('həlˈoʊ wˈɜːld.');
    expect(natural.facts('kokoro:af_heart')?.readsIpa).toBe(false);
  });
});

describe('a lexicon with the embedded voices', () => {
  it('reaches Kokoro as phonemes, and every other voice as a spoken form', async () => {
    const dataFolder = await temporaryFolder();
    await installTinyVoice(dataFolder, { kind: 'kokoro' });
    await using provider = await embeddedProvider({ dataFolder, espeak: ['js'], engines: 1 });
    const lexicon = createLexicon(
      await parseLexicon('Zaphod: /ˈzeɪfɒd/\nNguyen: { ipa: /ŋwiən/, say: win }', 'a.yaml'),
    );
    const spoken = withLexicon(provider, lexicon);
    const text = 'Zaphod’s Nguyen.';
    const pcm = await spoken.synthesize({ text, voice: 'kokoro:af_heart', language: 'en', signal });
    expect(decodeTinyVoice('kokoro', pcm).text.trim()).toBe('ˈzAfɑdz ŋwiən.');
    expect(spoken.facts?.('kokoro:af_heart').warningFor?.(text)).toBeUndefined();
    expect(spoken.spokenParts?.({ text, voice: 'flite:slt', language: 'en' })).toEqual([{ text: 'Zaphod’s win.' }]);
    expect(spoken.facts?.('flite:slt').warningFor?.(text)).toContain(
      "“Zaphod”, which the voice 'flite:slt' cannot read",
    );
  });
});

describe('the files of the code', () => {
  it('are written once, beside the model, and the space has a second name', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'tokens.txt'), '$ 0\n  16\nh 50\nˈ 156\n');
    const code = await openPhonemeCode(folder, path.join(folder, 'tokens.txt'));
    expect(path.relative(folder, code.tokens)).toBe(path.join('phoneme-code-1', 'tokens.txt'));
    expect(await readFile(code.tokens, 'utf8')).toBe('$ 0\n  16\nh 50\nˈ 156\n␣ 16\n');
    expect(await readFile(code.lexicon, 'utf8')).toBe('\u4E10 ␣\n\u4E32 h\n\u4E9C ˈ\n');
    expect([code.encode('h ˈ?'), code.known('h ˈ?$')]).toEqual(['\u4E32\u4E10\u4E9C', 'h ˈ']);
    await chmod(folder, 0o500);
    expect((await openPhonemeCode(folder, path.join(folder, 'tokens.txt'))).tokens).toBe(code.tokens);
    expect(await readdir(path.dirname(code.tokens))).toEqual(['lexicon.txt', 'tokens.txt']);
    await chmod(folder, 0o700);
  });
});
