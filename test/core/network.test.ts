import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { fetchFollowing } from '../../src/core/http/fetch-following.ts';
import { connectionReason } from '../../src/core/http/failed-response.ts';
import { networkAgent, useNetwork } from '../../src/core/http/network.ts';
import { proxyOf } from '../../src/core/http/open-dispatcher.ts';
import { sendWebhook } from '../../src/core/http/send-webhook.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import type { SettingSource } from '../../src/core/settings.ts';
import { fetchWithoutTimeout } from '../../src/llm/fetch-without-timeout.ts';
import { createProvider } from '../../src/speech/registry.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { json, startServer } from '../helpers/servers/faulty-server.ts';
import { startProxyServer } from '../helpers/servers/proxy-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();

afterEach(async () => await useNetwork(settingsFrom([])));

async function use(...sources: readonly SettingSource[]): Promise<void> {
  await useNetwork(settingsFrom(sources));
}

describe('a proxy', () => {
  const senders: readonly [string, (url: string) => Promise<number>][] = [
    ['of speech', async (url) => (await fetchFollowing(url)).status],
    ['of a language model', async (url) => (await fetchWithoutTimeout(url)).status],
    ['to a webhook', async (url) => await sendWebhook({ url, id: 'msg_1', body: '{}', secret: 's', signal })],
  ];

  it.each(senders)('is asked for requests %s, but not for this machine', async (_name, send) => {
    await using server = await startServer(() => json(200, {}));
    await using proxy = await startProxyServer(server.url);
    await use({ HTTP_PROXY: proxy.url });
    expect(await send('http://speech.example/v1')).toBe(200);
    expect(proxy.requests).toEqual(['CONNECT speech.example:80']);
    expect(await send(server.url)).toBe(200);
    await use();
    expect(await send(server.url)).toBe(200);
    expect(proxy.requests).toHaveLength(1);
  });

  it.each([
    ['speech.example', 'speech.example', true],
    ['*.speech.example', 'a.speech.example', true],
    ['.speech.example', 'a.speech.example', true],
    ['speech.example:8443', 'speech.example', false],
    ['speech.example:443', 'speech.example', true],
    ['peech.example', 'speech.example', false],
    ['*', 'speech.example', true],
    ['<-loopback>', '127.0.0.1', false],
    ['', '127.0.0.1', true],
    ['', 'speech.example', false],
  ])('that is not for %s: https://%s is reached without it: %j', (noProxy, host, isDirect) => {
    const settings = settingsFrom([{ HTTPS_PROXY: 'proxy.example:3128', NO_PROXY: noProxy }]);
    expect(proxyOf(new URL(`https://${host}/`), settings)).toBe(isDirect ? undefined : 'http://proxy.example:3128/');
  });

  it('may have a login with a bare %', async () => {
    await using server = await startServer(() => json(200, {}));
    await using proxy = await startProxyServer(server.url);
    const settings = { HTTPS_PROXY: proxy.url.replace('//', '//ann:100%@') };
    expect(proxyOf(new URL('https://speech.example/'), settingsFrom([settings]))).toContain('//ann:100%25@');
    await use({ HTTP_PROXY: settings.HTTPS_PROXY });
    expect((await fetchFollowing('http://speech.example/v1')).status).toBe(200);
  });

  it('keeps its connections when the same settings are read again', async () => {
    await use({ HTTPS_PROXY: 'proxy.example:3128' });
    const agent = networkAgent();
    await use({ HTTPS_PROXY: 'proxy.example:3128', OPENAI_API_KEY: 'key' });
    expect([agent === undefined, networkAgent() === agent]).toEqual([false, true]);
    await use({ HTTPS_PROXY: 'other.example:3128' });
    expect(networkAgent()).not.toBe(agent);
  });

  it('with an unusable address is refused before anything is sent', async () => {
    await expect(use({ HTTPS_PROXY: 'socks5://me:secret@host' })).rejects.toThrow(
      'HTTPS_PROXY is not the address of a proxy',
    );
  });
});

/** Starts a server with a certificate that it signed itself. */
async function startSigned() {
  const folder = await temporaryFolder();
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'ca.pem')];
  const names = 'subjectAltName=DNS:speech.example,DNS:edge.example,DNS:polly.us-east-1.amazonaws.com,IP:127.0.0.1';
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=test',
    '-addext',
    names,
  ];
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const asked: string[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (question, answer) => {
    asked.push(`${question.headers.host}${question.url}`);
    answer.end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { certificate, asked, port: (server.address() as AddressInfo).port };
}

describe.skipIf(isProgramMissing('openssl'))('an authority', () => {
  it('that is not trusted is named with the settings that help', async () => {
    const { port, certificate } = await startSigned();
    const send = async () => (await fetchFollowing(`https://127.0.0.1:${port}/`)).status;
    expect(await send().catch(connectionReason)).toContain('set AUDIOBOOK_CA_FILE (or NODE_EXTRA_CA_CERTS)');
    await use({ AUDIOBOOK_CA_FILE: certificate });
    expect(await send()).toBe(200);
  });

  it('is trusted behind a proxy, by every way to a service', async () => {
    const { port, certificate, asked } = await startSigned();
    await using proxy = await startProxyServer(`http://127.0.0.1:${port}`);
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', EDGE_TTS_URL: 'https://edge.example/speech' };
    const network = { HTTPS_PROXY: proxy.url, AUDIOBOOK_CA_FILE: certificate, ...keys };
    await use(network);
    expect((await fetchFollowing('https://speech.example/v1')).status).toBe(200);
    for (const [id, voice] of [
      ['polly', 'Joanna'],
      ['edge', 'en-US-AvaMultilingualNeural'],
    ] as const) {
      await using provider = await createProvider(id, settingsFrom([network]));
      await expect(provider.synthesize({ text: 'Yes.', voice, language: 'en', signal })).rejects.toThrow(
        /answered|status|JSON|200|Unexpected|audio/u,
      );
    }
    const hosts = ['speech.example', 'polly.us-east-1.amazonaws.com', 'edge.example'];
    expect([...new Set(proxy.requests)]).toEqual(hosts.map((host) => `CONNECT ${host}:443`));
    expect([...new Set(asked.map((line) => line.split('/')[0]))]).toEqual(hosts);
  });

  it('is not asked where the proxy opens no tunnel, and the proxy is named', async () => {
    await using proxy = await startServer(() => json(407, {}));
    await use({ HTTPS_PROXY: proxy.url });
    const { get } = await import('node:https');
    const reason = await new Promise<string>((resolve) => {
      get('https://speech.example/', { agent: networkAgent() }).once('error', (error) =>
        resolve(connectionReason(error)),
      );
    });
    expect(reason).toMatch(
      /^(?:The proxy 127\.0\.0\.1 refused to connect to speech\.example:443|socket hang up|the connection broke, ECONNRESET)/u,
    );
  });

  it('is a file with a certificate', async () => {
    const file = path.join(await temporaryFolder(), 'ca.pem');
    await expect(use({ AUDIOBOOK_CA_FILE: file })).rejects.toThrow('cannot be read (ENOENT)');
    await writeFile(file, 'none');
    await expect(use({ AUDIOBOOK_CA_FILE: file })).rejects.toThrow('which has no certificate (PEM)');
  });
});
