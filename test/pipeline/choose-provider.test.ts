import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { findProvider } from '../../src/speech/registry.ts';
import { chooseProvider } from '../../src/pipeline/open/choose-provider.ts';

const { signal } = new AbortController();
const nobodyListens = 'http://127.0.0.1:9/v1';

async function choose(id: string | undefined, values: Record<string, string>): Promise<readonly [string, boolean]> {
  const { provider, byDefault } = await chooseProvider(id, settingsFrom([values]), signal);
  await provider[Symbol.asyncDispose]();
  return [provider.id, byDefault];
}

async function kokoroServer(): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify({ voices: ['af_heart'] })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/v1` : '';
}

describe('chooseProvider', () => {
  it('takes what was asked for before the setting, and the setting before its own choice', async () => {
    const values = { TTS_PROVIDER: 'hosted_a', OPENAI_API_KEY: 'x', KOKORO_API_URL: nobodyListens };
    expect(await choose('local_a', values)).toEqual(['kokoro', false]);
    expect(await choose(undefined, values)).toEqual(['openai', false]);
  });

  it('chooses kokoro when no provider is named and its server responds', async () => {
    expect(await choose(undefined, { KOKORO_API_URL: await kokoroServer() })).toEqual(['kokoro', true]);
  });

  it('chooses embedded when no provider is named and no server responds', async () => {
    expect(await choose(undefined, { KOKORO_API_URL: nobodyListens })).toEqual(['embedded', true]);
  });

  it('takes a provider with terms only when it is named', async () => {
    expect(await choose('edge', {})).toEqual(['edge', false]);
    expect(await choose(undefined, { TTS_PROVIDER: 'edge' })).toEqual(['edge', false]);
    for (const url of [nobodyListens, await kokoroServer()]) {
      const [id] = await choose(undefined, { KOKORO_API_URL: url });
      expect(findProvider(id).terms).toBeUndefined();
    }
  });

  it('refuses an unknown provider and lists what there is', async () => {
    const refused = choose('siren', {});
    await expect(refused).rejects.toMatchObject({ code: 'bad-value', message: /'siren'.*kokoro, .*embedded/u });
  });
});
