import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { google } from '../../src/speech/google/google.ts';
import { kokoro } from '../../src/speech/kokoro/kokoro.ts';
import { polly } from '../../src/speech/polly/polly.ts';
import type { ProviderDescription } from '../../src/speech/provider.ts';
import { speakSegment } from '../../src/speech/call/speak-segment.ts';
import { withLexicon } from '../../src/speech/with-lexicon.ts';
import { findWords } from '../../src/speech/words/find-words.ts';
import { joinSpeech } from '../../src/speech/words/join-speech.ts';
import { withWordTimes } from '../../src/speech/words/with-word-times.ts';
import { wordsIn } from '../../src/speech/words/words-in.ts';
import { createLexicon } from '../../src/text/lexicon/lexicon.ts';
import { startGoogleServer } from '../helpers/servers/google-server.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { failure, pollyKeys, startPollyServer } from '../helpers/servers/polly-server.ts';
import type { SpeechServerOptions } from '../helpers/servers/faulty-server.ts';
import type { SpokenWord } from '../helpers/servers/spoken-audio.ts';
import { speakWords, tellWords } from '../helpers/servers/word-tones.ts';

const { signal } = new AbortController();
const text = 'It was a “bright”, cold day in April: the cafés clocks – & bells – were striking thirteen.';
const aws = { AWS_ACCESS_KEY_ID: pollyKeys.accessKeyId, AWS_SECRET_ACCESS_KEY: pollyKeys.secretAccessKey };

/** The services that tell when words begin: a server, its provider, a voice, and the name of its address. */
const services = {
  kokoro: { start: startKokoroServer, description: kokoro, voice: 'af_heart', address: 'KOKORO_API_URL' },
  polly: { start: startPollyServer, description: polly, voice: 'Joanna', address: 'AWS_ENDPOINT_URL' },
  google: { start: startGoogleServer, description: google, voice: 'en-US-Neural2-C', address: 'GOOGLE_TTS_ENDPOINT' },
} as const;

async function open({ address, description }: { address: string; description: ProviderDescription }, url: string) {
  return await description.create(settingsFrom([{ [address]: url, ...aws }]));
}

/** Returns the words of a text by their offset, with the time at which they are spoken. */
function truth(of: string): Map<string, number> {
  const told = tellWords(of, 24_000);
  return new Map(told.map(({ text: word, seconds }) => [word, Math.round(seconds * 1000)]));
}

/** Returns the words of speech by their name, with their time in milliseconds. */
function wordsOf({ words = [], sampleRate }: Pcm, of: string): Map<string, number> {
  const names = new Map(wordsIn(of).map((word) => [word.offset, word.text]));
  return new Map(
    words.map(({ offset, sample }) => [names.get(offset) ?? '?', Math.round((sample * 1000) / sampleRate)]),
  );
}

/** Returns a second of silence with its first word at a sample. */
function pcm(sample: number): Pcm {
  return { samples: new Int16Array(1000), sampleRate: 8000, words: [{ offset: 0, sample }] };
}

const spoken: SpeechServerOptions = { speak: speakWords, tellWords };

describe.each(Object.entries(services))('%s', (id, service) => {
  it('returns when each word begins, only on request, with the same sound', async () => {
    await using server = await service.start(spoken);
    await using provider = await open(service, server.url);
    const request = { text, voice: service.voice, language: 'en', signal };
    const plain = await provider.synthesize(request);
    expect(plain.words).toBeUndefined();
    expect(server).toMatchObject(id === 'polly' ? { markRequests: [] } : {});
    const timed = await withWordTimes(provider).synthesize(request);
    expect(timed.samples).toEqual(plain.samples);
    const found = wordsOf(timed, text);
    for (const [word, ms] of truth(text)) {
      expect(Math.abs((found.get(word) ?? Infinity) - ms), word).toBeLessThanOrEqual(1);
    }
  });

  it.each<[string, (words: readonly SpokenWord[]) => readonly SpokenWord[]]>([
    ['missing', () => []],
    ['of few words', (words) => words.slice(0, 3)],
    ['in another order', (words) => words.map((word, at) => ({ ...word, seconds: words.at(-1 - at)?.seconds ?? 0 }))],
    ['beyond the sound', (words) => words.map((word) => ({ ...word, seconds: word.seconds * 3 }))],
    ['in another unit', (words) => words.map((word) => ({ ...word, seconds: word.seconds / 1000 }))],
    ['shifted', (words) => words.map((word) => ({ ...word, seconds: word.seconds + 0.8 }))],
    ['negative', (words) => words.map((word) => ({ ...word, seconds: word.seconds - 2 }))],
  ])('whose times are %s is believed its sound alone', async (_, spoilWords) => {
    await using server = await service.start({ ...spoken, spoilWords });
    await using provider = await open(service, server.url);
    const request = { text, voice: service.voice, language: 'en', signal };
    const { pcm: kept } = await speakSegment(withWordTimes(provider), request, {});
    expect(kept.words).toBeUndefined();
    expect(kept.samples.length).toBeGreaterThan(0);
    expect(server.spoken).toEqual([text]);
  });
});

describe('the words that a service returns', () => {
  it('are found in a text in spite of numbers, abbreviations and words in pieces', () => {
    const said = 'Mister Smith did n’t owe five dollars , he said . He owed more .'.split(' ');
    const named = said.map((word, at) => ({ text: word, sample: at * 100 }));
    const found = findWords('Mr. Smith didn’t owe $5, he said. He owed more.', named);
    const places = new Map(
      wordsIn('Mr. Smith didn’t owe $5, he said. He owed more.').map((word) => [word.offset, word.text]),
    );
    expect(found.map(({ offset, sample }) => [places.get(offset), sample])).toEqual([
      ['Smith', 100],
      ['didn’t', 200],
      ['owe', 400],
      ['said', 900],
      ['He', 1100],
      ['owed', 1200],
      ['more', 1300],
    ]);
  });

  it('are counted through the halves of a text', () => {
    const joined = joinSpeech([
      { text: 'One two.', pcm: pcm(10) },
      { text: ' Three', pcm: pcm(20) },
    ]);
    expect(joined.words).toEqual([
      { offset: 0, sample: 10 },
      { offset: 7, sample: 1020 },
    ]);
  });

  it('are those of the book where a lexicon says others', async () => {
    await using server = await startKokoroServer(spoken);
    await using provider = await open(services.kokoro, server.url);
    const lexicon = createLexicon([
      { written: 'Dr.', say: 'Doctor' },
      { written: 'Nguyen', say: 'win' },
    ] as never);
    const written = 'In April Dr. Nguyen came home with two bells.';
    const request = { text: written, voice: 'af_heart', language: 'en', signal };
    const said = await withLexicon(withWordTimes(provider), lexicon).synthesize(request);
    const found = wordsOf(said, written);
    const real = truth('In April Doctor win came home with two bells.');
    expect([...found.keys()]).toEqual(['In', 'April', 'came', 'home', 'with', 'two', 'bells']);
    for (const [word, ms] of found) expect(Math.abs(ms - (real.get(word) ?? Infinity)), word).toBeLessThanOrEqual(1);
  });
});

describe('a service that refuses', () => {
  it.each([404, 500])('captions (%i) is asked for speech alone', async (captionsStatus) => {
    await using server = await startKokoroServer({ ...spoken, captionsStatus });
    await using provider = withWordTimes(await open(services.kokoro, server.url));
    const request = { text, voice: 'af_heart', language: 'en', signal };
    for (let time = 0; time < 2; time += 1) expect((await provider.synthesize(request)).words).toBeUndefined();
    expect(server.spoken).toEqual([text, text]);
    // A path that is missing is not asked for again.
    expect(server.captioned()).toBe(captionsStatus === 404 ? 1 : 2);
  });

  it('speech marks is asked once; throttled, it is asked again', async () => {
    const refusal = failure(400, 'ValidationException', 'Speech marks are not supported by this voice.');
    const busy = failure(400, 'ThrottlingException', 'Rate exceeded', { 'retry-after': '0.01' });
    await using refusing = await startPollyServer({ ...spoken, marks: () => refusal });
    await using throttling = await startPollyServer({
      ...spoken,
      marks: (request) => (request === 0 ? busy : undefined),
    });
    const request = { text, voice: 'Joanna', language: 'en', signal };
    for (const [server, words, asked] of [
      [refusing, 0, 1],
      [throttling, 15, 3],
    ] as const) {
      await using provider = withWordTimes(await open(services.polly, server.url));
      await provider.synthesize(request);
      expect((await provider.synthesize(request)).words?.length ?? 0).toBe(words);
      expect(server.markRequests).toHaveLength(asked);
      expect(server.spoken).toHaveLength(2);
    }
  });

  it('marks in SSML is asked for the text alone', async () => {
    await using server = await startGoogleServer(spoken);
    await using provider = withWordTimes(await open(services.google, server.url));
    const request = { text, voice: 'en-US-Chirp3-HD-Kore', language: 'en', signal };
    expect((await provider.synthesize(request)).words).toBeUndefined();
    expect(server.requests).toEqual([expect.not.objectContaining({ ssml: expect.anything() })]);
  });
});
