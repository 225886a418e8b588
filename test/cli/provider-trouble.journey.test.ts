import { describe, expect, it } from 'vitest';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { azureKey, startAzureServer } from '../helpers/servers/azure-server.ts';
import { startEdgeServer } from '../helpers/servers/edge-server.ts';
import { elevenlabsKey, startElevenlabsServer } from '../helpers/servers/elevenlabs-server.ts';
import { startGoogleServer } from '../helpers/servers/google-server.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startOpenaiServer } from '../helpers/servers/openai-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const longerBook = {
  ...smallBook,
  documents: Array.from({ length: 8 }, (_, chapter) => ({
    path: `chapter-${chapter}.xhtml`,
    title: `Chapter ${chapter + 1}`,
    body: `<h1>Chapter ${chapter + 1}</h1><p>Boat ${chapter} came home, and the harbor was full before the tide turned.</p>`,
  })),
};

async function convert(environment: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const folder = await temporaryFolder();
  await writeBook(folder, longerBook);
  return await inProcessCli(['convert', 'small.epub', '-o', 'out.mp3', ...flags], { folder, environment });
}

describe('a provider that stops working', () => {
  it('is waited for with one line, and then ends the run with exit code 6', async () => {
    await using server = await startKokoroServer({ faults: (request) => (request > 6 ? 'error' : undefined) });
    const { code, stderr } = await convert({ KOKORO_API_URL: server.url }, '--provider', 'kokoro', '--patience', '1s');
    expect(code).toBe(6);
    expect(
      stderr.match(/^Waiting for the speech provider since \d\d:\d\d:\d\d, until .*CUDA out of memory\.$/gmu),
    ).toHaveLength(1);
    expect(stderr).toMatch(
      /^audiobook: .*CUDA out of memory\. The service has been down for .*run again to continue/mu,
    );
    // At most once for each request that was under way, of which a server has four.
    expect(stderr.match(/Retrying/gu)?.length ?? 0).toBeLessThanOrEqual(4);
  });

  it('is waited for without end when the patience is 0, and the run completes', async () => {
    await using server = await startKokoroServer({
      faults: (request) => (request > 6 && request < 14 ? 'error' : undefined),
    });
    const { code } = await convert({ KOKORO_API_URL: server.url, TTS_PATIENCE: '0' }, '--provider', 'kokoro');
    expect(code).toBe(0);
  });

  it('ends with exit code 5 when the service rejects the key in the middle of the run', async () => {
    let requests = 0;
    const refusal = { status: 401, body: '{"detail":"The key was revoked."}' };
    await using server = await startKokoroServer({
      get refusal() {
        requests += 1;
        return requests > 6 ? refusal : undefined;
      },
    });
    const { code, stderr } = await convert({ KOKORO_API_URL: server.url }, '--provider', 'kokoro');
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /Speech provider 'kokoro' is not available: .*The key was revoked\. Check its configuration and credentials\.\n$/u,
    );
  });
});

describe('a mistake in the configuration', () => {
  it('has exit code 5 for a wrong key', async () => {
    await using server = await startOpenaiServer();
    const environment = { OPENAI_API_KEY: 'sk-wrong-abcdefgh', OPENAI_BASE_URL: `${server.url}/v1` };
    const { code, stderr } = await convert(environment, '--provider', 'openai');
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /Speech provider 'openai' is not available: .*401.*Check its configuration and credentials\./u,
    );
  });

  it('has exit code 2 for a wrong model', async () => {
    await using server = await startOpenaiServer();
    const environment = {
      OPENAI_API_KEY: 'sk-test-0123456789',
      OPENAI_BASE_URL: `${server.url}/v1`,
      OPENAI_TTS_MODEL: 'none',
    };
    expect(await convert(environment, '--provider', 'openai')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The model `none` does not exist.'),
    });
  });

  it('has exit code 2 for a wrong voice', async () => {
    await using server = await startGoogleServer();
    const flags = ['--provider', 'google', '--voice', 'en-US-Missing-A'];
    expect(await convert({ GOOGLE_TTS_ENDPOINT: server.url }, ...flags)).toMatchObject({ code: 2 });
  });

  it('has exit code 5 for a wrong key of ElevenLabs or Azure, and for an address that Edge blocks', async () => {
    await using elevenlabs = await startElevenlabsServer();
    await using azure = await startAzureServer();
    await using edge = await startEdgeServer({ status: 403 });
    const environment = {
      ELEVENLABS_API_KEY: 'sk_wrong_abcdefgh',
      ELEVENLABS_BASE_URL: elevenlabs.url,
      AZURE_SPEECH_KEY: 'wrong',
      AZURE_SPEECH_ENDPOINT: `${azure.url}/tts`,
      EDGE_TTS_URL: edge.url,
    };
    for (const [provider, reason] of [
      ['elevenlabs', '401 (invalid_api_key): Invalid API key'],
      ['azure', '(401): Access denied due to invalid subscription key.'],
      ['edge', 'refused the connection (403).'],
    ] as const) {
      const { code, stderr } = await convert(environment, '--provider', provider);
      expect(stderr).toContain(`audiobook: Speech provider '${provider}' is not available: `);
      expect([code, stderr.includes(reason)]).toEqual([5, true]);
    }
  });

  it('has exit code 2 for a voice that ElevenLabs, Azure or Edge lacks', async () => {
    await using elevenlabs = await startElevenlabsServer();
    await using azure = await startAzureServer();
    await using edge = await startEdgeServer();
    const environment = {
      ELEVENLABS_API_KEY: elevenlabsKey,
      ELEVENLABS_BASE_URL: elevenlabs.url,
      AZURE_SPEECH_KEY: azureKey,
      AZURE_SPEECH_ENDPOINT: `${azure.url}/tts`,
      EDGE_TTS_URL: edge.url,
    };
    for (const provider of ['elevenlabs', 'azure', 'edge']) {
      const flags = ['--provider', provider, '--voice', 'en-US-NobodyNeural'];
      expect(await convert(environment, ...flags)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('en-US-NobodyNeural'),
      });
    }
  });

  it('has exit code 2 for a timeout or a patience that is not one', async () => {
    expect(await convert({ TTS_PATIENCE: 'soon' }, '--provider', 'embedded')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Invalid TTS_PATIENCE 'soon'. Expected a duration such as 90s, 5m or 1h, or 0"),
    });
    expect(await convert({ TTS_TIMEOUT: '-1' }, '--provider', 'embedded')).toMatchObject({ code: 2 });
  });
});
