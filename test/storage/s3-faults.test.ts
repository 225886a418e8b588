import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { RetryNotice } from '../../src/core/retry.ts';
import { readObject } from '../../src/storage/read-object.ts';
import { openTestStorage, s3SettingsFor } from '../helpers/open-test-storage.ts';
import { startS3Double } from '../helpers/servers/s3-double.ts';
import type { S3Fault } from '../helpers/servers/s3-double.ts';

const { signal } = new AbortController();
const maxBytes = 1e6;
const limits = { silenceMs: 300, budgetMs: 60_000 };

it.each<readonly [string, S3Fault]>([
  ['is answered with 503', 'busy'],
  ['is not answered', 'silent'],
])('sends a request again that %s', async (_, fault) => {
  await using server = await startS3Double({ fault: (request) => (request % 2 === 0 ? fault : undefined) });
  const notices: RetryNotice[] = [];
  const storage = await openTestStorage(s3SettingsFor(server.url), { limits, onRetry: (one) => notices.push(one) });
  const bytes = randomBytes(100_000);
  await storage.put('a', bytes, signal);
  expect(await storage.putNew('a', bytes, signal)).toBe(false);
  expect(await storage.putNew('b', bytes, signal)).toBe(true);
  expect(await readObject(storage, 'a', { signal, maxBytes })).toEqual(bytes);
  expect(await storage.stat('none', signal)).toBeUndefined();
  expect(notices.length).toBeGreaterThanOrEqual(5);
});

it.each<readonly [string, S3Fault]>([
  ['cut off', 'cut'],
  ['stalled', 'stall'],
])('reads content again that %s', async (_, fault) => {
  await using server = await startS3Double({ fault: (request) => (request === 1 ? fault : undefined) });
  const storage = await openTestStorage(s3SettingsFor(server.url), { limits: { ...limits, silenceMs: 1000 } });
  const bytes = randomBytes(300_000);
  await storage.put('a', bytes, signal);
  expect(await readObject(storage, 'a', { signal, maxBytes, silenceMs: 1000 })).toEqual(bytes);
  expect(server.requests.filter((request) => request.startsWith('GET')).length).toBeGreaterThan(1);
});

it('gives up at the end of one limit of time, with a line that says what to look at', async () => {
  await using server = await startS3Double({ fault: () => 'busy' });
  const storage = await openTestStorage(s3SettingsFor(server.url), { limits: { silenceMs: 300, budgetMs: 700 } });
  await expect(storage.stat('a', signal)).rejects.toMatchObject({
    code: 'output-failed',
    message: expect.stringMatching(/^The storage s3:\/\/books\/shelf cannot be used: .*503/u),
  });
});

it('ends a wait for a store that is silent as soon as the caller leaves', async () => {
  await using server = await startS3Double({ fault: () => 'silent' });
  const storage = await openTestStorage(s3SettingsFor(server.url), { limits: { silenceMs: 60_000, budgetMs: 60_000 } });
  const caller = new AbortController();
  const waiting = storage.stat('a', caller.signal);
  setTimeout(() => caller.abort(), 50);
  await expect(waiting).rejects.toMatchObject({ code: 'canceled' });
});

it('names a bucket that does not exist', async () => {
  await using server = await startS3Double();
  const storage = await openTestStorage(s3SettingsFor(server.url, 's3://others'), { limits });
  await expect(storage.check(signal)).rejects.toMatchObject({
    code: 'file-not-found',
    message: 'The bucket of the storage s3://others does not exist. Make it, or set AUDIOBOOK_STORAGE.',
  });
});
