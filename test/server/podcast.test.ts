import { expect, it } from 'vitest';
import { buildEpub } from '../helpers/epub-builder.ts';
import { uniqueParagraphs } from '../helpers/narration-book.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import { smallBook } from '../helpers/small-book.ts';
import { bookForm, post, startService, waitForJob } from '../helpers/start-service.ts';
import type { JobJson } from '../helpers/start-service.ts';

it('the field hosts of a job says how many people speak a podcast', async () => {
  const paragraphs = uniqueParagraphs(8);
  const script = paragraphs.map((text, index) => ({ speaker: index % 2 === 0 ? 'host' : 'guest', text }));
  await using kokoro = await startKokoroServer();
  await using ollama = await startOllamaServer({ reply: () => JSON.stringify({ script }) });
  await using service = await startService({
    settings: { KOKORO_API_URL: `${kokoro.url}/v1`, OLLAMA_API_URL: ollama.url },
  });
  const body = `<h1>One</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`;
  const book = await buildEpub({ ...smallBook, documents: [{ path: '1.xhtml', title: 'One', body }] });
  const cheap = { format: 'wav', loudness: 'off' };
  for (const hosts of [2, 1]) {
    const before = kokoro.requests.length;
    const fields = { kind: 'audiobook', task: 'podcast', hosts: String(hosts), llm_model: 'tiny', ...cheap };
    const { id } = (await (await post(`${service.url}/jobs`, await bookForm(fields, book))).json()) as JobJson;
    const done = await waitForJob(service, id, 'done', 'failed');
    expect(done).toMatchObject({ state: 'done', report: { narration: { hosts } } });
    const voices = new Set(kokoro.requests.slice(before).map(({ voice }) => voice));
    expect(voices.size).toBe(hosts);
  }
  const refused = await post(
    `${service.url}/jobs`,
    await bookForm({ kind: 'audiobook', task: 'summary', hosts: '2', llm_model: 'tiny' }, book),
  );
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'bad-value' }]);
});
