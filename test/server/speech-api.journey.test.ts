import { describe, expect, it } from 'vitest';
import { decodeWav } from '../../src/core/wav.ts';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { findProvider } from '../../src/speech/registry.ts';
import { startService } from '../helpers/start-service.ts';

const input = 'The kettle sang before the birds did. Mr. Brown slept.';
const signal = AbortSignal.timeout(60_000);

async function speak(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return await fetch(`${url}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function bytesOf(response: Response): Promise<Buffer> {
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function refusal(response: Response): Promise<readonly [number, unknown]> {
  return [response.status, await response.json()];
}

/** An error of OpenAI's shape. */
function shape(code: string, message: unknown): unknown {
  return { error: { message, type: 'invalid_request_error', param: null, code } };
}

function about(text: string): unknown {
  return expect.stringContaining(text);
}

describe('POST /v1/audio/speech', () => {
  it('answers in each format', async () => {
    await using service = await startService();
    const ask = async (format: string): Promise<readonly [string, Buffer]> => {
      const response = await speak(service.url, { model: 'tts-1', input, voice: 'flite:kal', response_format: format });
      return [response.headers.get('content-type') ?? '', await bytesOf(response)];
    };
    const [wavType, wav] = await ask('wav');
    const seconds = pcmSeconds(decodeWav(wav));
    expect(wavType).toBe('audio/wav');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    expect(seconds).toBeGreaterThan(2);
    const [pcmType, pcm] = await ask('pcm');
    expect(pcmType).toBe('audio/pcm');
    expect(pcm.length / 48_000).toBeCloseTo(seconds, 1);
    const [mp3Type, mp3] = await ask('mp3');
    expect([mp3Type, mp3.readUInt16BE(0) >= 0xffe0 || mp3.toString('latin1', 0, 3) === 'ID3']).toEqual([
      'audio/mpeg',
      true,
    ]);
    expect((await ask('flac'))[1].toString('latin1', 0, 4)).toBe('fLaC');
    expect((await ask('opus'))[1].toString('latin1', 0, 4)).toBe('OggS');
    expect((await ask('aac'))[1].readUInt16BE(0) & 0xfff0).toBe(0xfff0);
  });

  it('speaks faster, streams, and takes the best voice without one', async () => {
    await using service = await startService();
    const body = { input, voice: 'flite:kal', response_format: 'pcm' };
    const usual = await bytesOf(await speak(service.url, body));
    const fast = await bytesOf(await speak(service.url, { ...body, speed: 2 }));
    expect(fast.length / usual.length).toBeCloseTo(0.5, 1);
    const streamed = await speak(service.url, { ...body, stream: true });
    expect(streamed.headers.get('content-length')).toBeNull();
    expect((await bytesOf(streamed)).equals(usual)).toBe(true);
    const { voice: _voice, ...unnamed } = body;
    expect((await bytesOf(await speak(service.url, { ...unnamed, language: 'en' }))).length).toBeGreaterThan(50_000);
    expect((await bytesOf(await speak(service.url, { ...body, voice: 'kal' }))).equals(usual)).toBe(true);
  });

  it('refuses in the shape of OpenAI', async () => {
    await using service = await startService({ settings: { AUDIOBOOK_TOKEN: 'a-long-token' } });
    const headers = { Authorization: 'Bearer a-long-token' };
    expect(await refusal(await speak(service.url, { input }))).toEqual([401, shape('unauthorized', about('token'))]);
    const cases = [
      [{ input, voice: 'flite:nobody' }, 400, 'bad-value', "Unknown voice 'flite:nobody'"],
      [{ input, response_format: 'ogg' }, 400, 'malformed', 'response_format'],
      [{ input, speed: 9 }, 400, 'malformed', 'speed'],
      [{ voice: 'flite:kal' }, 400, 'malformed', 'input'],
      ['{', 400, 'malformed', 'malformed'],
      ['[]', 400, 'malformed', 'JSON object'],
      [{ input: 'x'.repeat(60_000) }, 400, 'malformed', 'input'],
      [{ input: 'x'.repeat(1_100_000) }, 413, 'upload-too-large', 'too large'],
    ] as const;
    for (const [body, status, code, text] of cases) {
      expect(await refusal(await speak(service.url, body, headers))).toEqual([status, shape(code, about(text))]);
    }
    const unknown = await fetch(`${service.url}/v1/audio/music`, { headers });
    expect(await refusal(unknown)).toEqual([404, shape('not-found', about('Unknown path'))]);
    const wrong = await fetch(`${service.url}/v1/audio/speech`, { headers });
    expect(await refusal(wrong)).toEqual([405, shape('method-not-allowed', about('POST'))]);
  });
});

describe('the lists of the speech API', () => {
  it('name the voices and their families', async () => {
    await using service = await startService();
    const voices = await (await fetch(`${service.url}/v1/audio/voices`)).json();
    expect(voices).toMatchObject({
      voices: expect.arrayContaining([
        expect.objectContaining({ id: 'flite:slt', language: 'en-US', gender: 'female' }),
      ]),
    });
    const models = await (await fetch(`${service.url}/v1/models`)).json();
    expect(models).toMatchObject({
      object: 'list',
      data: expect.arrayContaining([expect.objectContaining({ id: 'flite', object: 'model' })]),
    });
  });
});

describe('our own providers at the speech API', () => {
  it.each([
    ['openai', { OPENAI_API_KEY: 'a-long-token' }, 'OPENAI_BASE_URL', 'a-long-token'],
    ['kokoro', {}, 'KOKORO_API_URL', undefined],
  ] as const)('%s lists the voices and speaks', async (id, values, address, token) => {
    await using service = await startService({ settings: token === undefined ? {} : { AUDIOBOOK_TOKEN: token } });
    const settings = settingsFrom([{ ...values, [address]: `${service.url}/v1` }]);
    await using provider = await findProvider(id).create(settings);
    expect(await provider.availability(signal)).toEqual({ available: true });
    const voices = await provider.voices('en', signal);
    expect(voices.map((voice) => voice.id)).toContain('flite:slt');
    const pcm = await provider.synthesize({ text: input, voice: 'flite:kal', language: 'en', signal });
    expect(pcmSeconds(pcm)).toBeGreaterThan(2);
    await expect(provider.synthesize({ text: input, voice: 'flite:x', language: 'en', signal })).rejects.toThrow(
      /flite:x/u,
    );
  });
});
