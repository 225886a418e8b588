import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPrivateAddress } from '../../src/core/http/private-addresses.ts';
import { sendWebhook } from '../../src/core/http/send-webhook.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { bookForm, post, startJob, startService, waitForJob, waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

interface Call {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Starts a receiver that responds with the statuses in turn, and with the last one from then on. */
async function startReceiver(...statuses: number[]) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    calls.push({ headers: request.headers, body: await text(request) });
    response.writeHead((statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200, { location: '/again' }).end();
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { calls, port, url: `http://127.0.0.1:${port}/hook` };
}

const secret = 'a-secret-of-the-test';
const settings = { AUDIOBOOK_WEBHOOK_HOSTS: 'hooks.example,127.0.0.1', AUDIOBOOK_WEBHOOK_SECRET: secret };

describe('a webhook', () => {
  it('is called once with the job when it has ended, signed', async () => {
    await using kokoro = await startKokoroServer();
    const { calls, url } = await startReceiver(204);
    await using service = await startService({ settings: { ...settings, KOKORO_API_URL: `${kokoro.url}/v1` } });
    const { id } = await startJob(service, { max_chapters: '1', format: 'wav', loudness: 'off', webhook: url });
    await waitForJob(service, id, 'done');
    await waitUntil(() => calls.length > 0);
    const [{ headers, body } = { headers: {}, body: '' }] = calls;
    expect(JSON.parse(body)).toMatchObject({ type: 'job.ended', data: { id, state: 'done' } });
    const { 'webhook-id': name, 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
    const expected = createHmac('sha256', secret)
      .update(`${String(name)}.${String(time)}.${body}`)
      .digest('base64');
    expect(signature).toBe(`v1,${expected}`);
    const job = async () => (await (await fetch(`${service.url}/jobs/${id}`)).json()) as { webhook?: object };
    await waitUntil(async () => JSON.stringify((await job()).webhook).includes('delivered'));
    expect((await job()).webhook).toEqual({ state: 'delivered', attempts: 1 });
    expect([calls.length, JSON.stringify(await job()).includes(url)]).toEqual([1, false]);
  });

  it('is called again after a failure, also by the next process, and redirects are failures', async () => {
    await using kokoro = await startKokoroServer();
    const { calls, url } = await startReceiver(302, 200);
    const cacheFolder = await temporaryFolder();
    const options = { cacheFolder, settings: { ...settings, KOKORO_API_URL: `${kokoro.url}/v1` } };
    let id = '';
    {
      await using service = await startService(options);
      ({ id } = await startJob(service, { max_chapters: '1', format: 'wav', loudness: 'off', webhook: url }));
      await waitUntil(async () => {
        const job = await waitForJob(service, id, 'done');
        return JSON.stringify(job['webhook']).includes('"attempts":1');
      });
      expect(calls.length).toBe(1);
    }
    await using service = await startService(options);
    const job = await waitForJob(service, id, 'done');
    expect(job['webhook']).toEqual({ state: 'waiting', attempts: 1 });
    await waitUntil(() => calls.length === 2);
    expect(calls[1]?.headers['webhook-id']).toBe(calls[0]?.headers['webhook-id']);
  });

  it('may only name a listed host, and never a private address that is not listed itself', async () => {
    await using service = await startService({ settings });
    for (const webhook of [
      'http://evil.example/',
      'http://localhost:1/',
      'http://u:p@hooks.example/',
      'ftp://hooks.example/',
    ]) {
      const form = await bookForm({ kind: 'synthesize', webhook });
      const response = await post(`${service.url}/jobs`, form);
      expect([webhook, response.status]).toEqual([webhook, 400]);
      await response.arrayBuffer();
    }
    const { signal } = new AbortController();
    const { port, calls } = await startReceiver(200);
    const message = {
      url: `http://ip6-localhost:${port}/`,
      id: 'a',
      body: '{}',
      secret,
      hosts: ['ip6-localhost'],
      signal,
    };
    await expect(sendWebhook(message)).rejects.toThrow(/private address|ENOTFOUND|EAI_AGAIN/u);
    expect(calls).toEqual([]);
    const all = [
      '127.0.0.1',
      '10.1.2.3',
      '192.168.0.1',
      '169.254.169.254',
      '::1',
      '::ffff:10.0.0.1',
      'fd00::1',
      'fe80::1',
      'fec0::1',
      '64:ff9b:1::a00:1',
      '2002:a00:1::1',
    ];
    expect(all.filter((address) => !isPrivateAddress(address))).toEqual([]);
    expect(['93.184.216.34', '2606:4700::1111'].filter(isPrivateAddress)).toEqual([]);
    await expect(startService({ settings: { AUDIOBOOK_WEBHOOK_HOSTS: 'a.example' } })).rejects.toThrow(
      'AUDIOBOOK_WEBHOOK_SECRET',
    );
  });
});
