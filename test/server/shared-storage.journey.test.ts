import { expect, it } from 'vitest';
import { faultyKokoro } from '../helpers/faulty-kokoro.ts';
import { s3SettingsFor } from '../helpers/open-test-storage.ts';
import { startS3Double } from '../helpers/servers/s3-double.ts';
import { startJob, waitForJob } from '../helpers/start-service.ts';

const kokoro = faultyKokoro();

/** Converts the book on a service of its own, as on another machine. */
async function convert(settings: Readonly<Record<string, string>>): Promise<Buffer> {
  await using service = await kokoro.start(settings);
  const { id } = await startJob(service, { max_chapters: '1', loudness: 'off' });
  await waitForJob(service, id, 'done');
  const answer = await fetch(`${service.url}/jobs/${id}/result`);
  return Buffer.from(await answer.arrayBuffer());
}

it('services with one bucket pay for speech once, and make the same bytes', async () => {
  await using bucket = await startS3Double();
  const first = await convert(s3SettingsFor(bucket.url));
  const paid = kokoro.requests.length;
  const second = await convert(s3SettingsFor(bucket.url));
  expect(paid).toBeGreaterThan(0);
  expect(kokoro.requests.length).toBe(paid);
  expect(second.length > 0 && second.equals(first)).toBe(true);
});
