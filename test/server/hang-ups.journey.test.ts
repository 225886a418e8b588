import { request as sendRequest } from 'node:http';
import type { ClientRequest } from 'node:http';
import { connect } from 'node:net';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bookStorage } from '../../src/server/http/uploads/book-storage.ts';
import { jobPaths, makeJobFolders, newJobId } from '../../src/server/jobs/job-paths.ts';
import { faultyKokoro } from '../helpers/faulty-kokoro.ts';
import { bookForm, post, waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('a form that is cut off', () => {
  it('writes no book that its handler would not remove', async () => {
    const paths = jobPaths(await temporaryFolder(), newJobId());
    const cut = new AbortController();
    const writes: Promise<unknown>[] = [];
    const options = { paths, signal: cut.signal, onWrite: (write: Promise<unknown>) => void writes.push(write) };
    // The caller leaves while the folder of the book is made.
    const onFile = async (): Promise<void> => {
      await makeJobFolders(paths);
      cut.abort();
    };
    const storage = bookStorage({}, { ...options, onFile });
    const file = { fieldname: 'file', originalname: 'a.epub', stream: Readable.from(['PK']) };
    storage._handleFile({} as never, file as never, () => undefined);
    expect(await Promise.allSettled(writes)).toMatchObject([{ status: 'rejected', reason: { name: 'AbortError' } }]);
    expect(await readdir(paths.upload)).toEqual([]);
  });
});

const kokoro = faultyKokoro({ AUDIOBOOK_CONVERSIONS: '1', AUDIOBOOK_FIRST_BYTES_SECONDS: '0.2' });

/** Sends the beginning of a form, whose rest never comes. */
function stalledUpload(url: string): ClientRequest {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' };
  const sent = sendRequest(url, { method: 'POST', headers, agent: false }).on('error', () => undefined);
  sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="slow.epub"\r\n\r\nPK');
  return sent;
}

/** Sends a whole form and closes the connection as soon as it is sent. */
async function leftUpload(url: string): Promise<void> {
  const { headers, body } = new Request(url, { method: 'POST', body: await bookForm() }) as Request & { body: never };
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  const type = headers.get('content-type') ?? '';
  const { port, pathname } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  socket.destroy();
}

describe('a service that stops', () => {
  it('ends every handler in time, whatever each waits for, and leaves no file of theirs', async () => {
    await using service = await kokoro.start();
    kokoro.fault = 'hang-before-headers';
    const url = `${service.url}/synthesize`;
    /** Resolves with the job whose result the response began to send, if it began. */
    const send = async (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) => {
      const response = await post(url, await bookForm({ tts_provider: 'kokoro', ...fields }), { headers });
      await response.text().catch(() => 'cut off');
      return response.headers.get('x-audiobook-job');
    };
    // One runs and has begun its response, two wait in the queue, and one waits for the check of its voice.
    const running = send({});
    await waitUntil(() => kokoro.requests.length > 0);
    const waiting = [send({}), send({}, { prefer: 'respond-async, wait=600' }), send({ voice: 'not_listed' })];
    const stalled = stalledUpload(url);
    for (let call = 0; call < 10; call += 1) await leftUpload(url);
    await waitUntil(async () => (await service.jobFolders()).length >= 5);
    await service.stop();
    stalled.destroy();
    const begun = await Promise.all([running, ...waiting].map((sent) => sent.catch(() => null)));
    expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
    // A caller whose response was cut off can look the job up after a restart.
    expect((await service.jobFolders()).toSorted()).toEqual(begun.filter((id) => id !== null).toSorted());
  });
});
