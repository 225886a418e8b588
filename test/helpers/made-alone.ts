import { buildEpub } from './epub-builder.ts';
import type { EpubOptions } from './epub-builder.ts';
import { startKokoroServer } from './servers/kokoro-server.ts';
import { bookForm, post, startService, waitForJob } from './start-service.ts';
import type { JobJson } from './start-service.ts';

/** What one machine makes of a book. */
export interface MadeAlone {
  readonly bytes: Buffer;
  /** What it asked Kokoro to speak, sorted. */
  readonly texts: readonly string[];
}

const made = new Map<string, Promise<MadeAlone>>();

/** Returns what a service without a queue makes of a book with Kokoro. It is made once for all tests of a process. */
export async function madeAlone(book: EpubOptions): Promise<MadeAlone> {
  const key = JSON.stringify(book);
  const known = made.get(key) ?? make(book);
  made.set(key, known);
  return await known;
}

async function make(book: EpubOptions): Promise<MadeAlone> {
  await using kokoro = await startKokoroServer();
  const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
  await using service = await startService({ settings });
  const form = await bookForm({ kind: 'synthesize', tts_provider: 'kokoro' }, await buildEpub(book));
  const { id } = (await (await post(`${service.url}/jobs`, form)).json()) as JobJson;
  await waitForJob(service, id, 'done');
  const answer = await fetch(`${service.url}/jobs/${id}/result`);
  const texts = kokoro.requests.map(({ input }) => String(input)).toSorted();
  return { bytes: Buffer.from(await answer.arrayBuffer()), texts };
}
