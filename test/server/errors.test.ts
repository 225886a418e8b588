import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statuses } from '../../src/server/errors/statuses.ts';
import { buildEpub, tinyPng } from '../helpers/epub-builder.ts';
import { startServer } from '../helpers/servers/faulty-server.ts';
import type { RunningServer } from '../helpers/servers/faulty-server.ts';
import { smallBook } from '../helpers/small-book.ts';
import { bookForm, post, startService, waitUntil } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';

let refusing: RunningServer;
let service: RunningService;

beforeAll(async () => {
  refusing = await startServer(({ url }) =>
    url === '/v1/audio/voices'
      ? { body: JSON.stringify({ voices: ['af_heart'] }), headers: { 'content-type': 'application/json' } }
      : { status: 402, body: '{"detail":"no speech today"}', headers: { 'content-type': 'application/json' } },
  );
  service = await startService({ settings: { KOKORO_API_URL: `${refusing.url}/v1` } });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await refusing[Symbol.asyncDispose]();
});

const drm = `<?xml version="1.0"?><encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
  xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
  <enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>
  <enc:CipherData><enc:CipherReference URI="OEBPS/one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>`;

function multipart(body: string): RequestInit {
  return { method: 'POST', body, headers: { 'content-type': 'multipart/form-data; boundary=x' } };
}

interface Case {
  readonly name: string;
  readonly path: string;
  readonly init: () => Promise<RequestInit>;
  readonly status: number;
  readonly body: Readonly<Record<string, string>>;
}

const get = (name: string, path: string, status: number, body: Case['body']): Case => ({
  name,
  path,
  init: async () => ({}),
  status,
  body,
});

const form = (
  name: string,
  make: () => Promise<FormData>,
  status: number,
  body: Case['body'],
  path = '/synthesize',
): Case => ({
  name,
  path,
  init: async () => ({ method: 'POST', body: await make() }),
  status,
  body,
});

async function formWithout(): Promise<FormData> {
  const made = new FormData();
  made.set('voice', 'af_heart');
  return made;
}

async function formWith(field: string): Promise<FormData> {
  const made = await bookForm();
  made.set(field, new Blob(['x']), 'x.epub');
  return made;
}

const cases: readonly Case[] = [
  get('an unknown path', '/nowhere', 404, {
    detail: 'Unknown path. See GET /docs.',
    code: 'not-found',
  }),
  get('a path that cannot be decoded', '/jobs/%E0%A4%A', 400, {
    detail: 'The request is malformed.',
    code: 'malformed',
  }),
  get('an unknown job', '/jobs/7', 404, { detail: 'Unknown job.', code: 'not-found' }),
  get('the wrong method', '/synthesize', 405, { detail: 'Method not allowed. Use POST.', code: 'method-not-allowed' }),
  get('an unknown provider of voices', '/voices?provider=siri', 400, {
    detail:
      "Unsupported speech provider 'siri'. Supported: kokoro, openai, polly, google, qwen, embedded, elevenlabs, azure, edge.",
    code: 'bad-value',
  }),
  get('an invalid language code', '/voices?language=%3Cscript%3E', 400, {
    detail: "Field 'language': Invalid language '<script>'. Expected a BCP-47 language code, for example en or pt-BR.",
    code: 'malformed',
  }),
  get('an unknown query field', '/voices?tongue=en', 400, {
    detail: "Unknown field 'tongue'. Expected provider, language.",
    code: 'malformed',
  }),
  get('a provider of voices that is not there', '/voices?provider=qwen', 503, {
    detail: expect.stringMatching(/^Speech provider 'qwen' is not available: /u),
    code: 'provider-unavailable',
  }),
  form('a form without a file', formWithout, 422, {
    detail: "Field 'file' is missing. Send an EPUB, PDF, DOCX, ODT, TXT, Markdown, HTML or FB2 file.",
    code: 'missing-field',
  }),
  form(
    'a job without a kind',
    () => bookForm(),
    422,
    { detail: "Field 'kind' is missing.", code: 'missing-field' },
    '/jobs',
  ),
  form('two files', () => formWith('other'), 400, {
    detail: expect.stringContaining("Unexpected file in field 'other'. Send the book in the field 'file'"),
    code: 'malformed',
  }),
  form('an unknown field', () => bookForm({ voise: 'x' }), 400, {
    detail: expect.stringMatching(/^Unknown field 'voise'\. Expected format, layout, bitrate, .+, bilingual\.$/u),
    code: 'malformed',
  }),
  form('an invalid number of chapters', () => bookForm({ max_chapters: '0' }), 400, {
    detail: "Field 'max_chapters': Invalid number of chapters '0'. Expected a whole number from 1 to 100000.",
    code: 'malformed',
  }),
  form('a field that is too long', () => bookForm({ voice: 'v'.repeat(5000) }), 400, {
    detail: "Field 'voice' is too long.",
    code: 'malformed',
  }),
  form('an unknown provider', () => bookForm({ tts_provider: 'siri' }), 400, {
    detail:
      "Unsupported speech provider 'siri'. Supported: kokoro, openai, polly, google, qwen, embedded, elevenlabs, azure, edge.",
    code: 'bad-value',
  }),
  form('a provider without a key', () => bookForm({ tts_provider: 'openai' }), 503, {
    detail:
      "Speech provider 'openai' is not available: OPENAI_API_KEY is not set. Check its configuration and credentials.",
    code: 'provider-unavailable',
  }),
  form(
    'a model server that is not allowed',
    () => bookForm({ llm_base_url: 'http://169.254.169.254/' }),
    400,
    {
      detail: "Field 'llm_base_url': host '169.254.169.254' is not allowed (AUDIOBOOK_LLM_HOSTS).",
      code: 'malformed',
    },
    '/audiobook',
  ),
  form(
    'a retelling without a language model',
    () => bookForm({ task: 'summary' }),
    400,
    { detail: expect.stringContaining('llm_model'), code: 'bad-value' },
    '/audiobook',
  ),
  form('a file that is not a book, in spite of its name', () => bookForm({}, tinyPng, 'book.epub'), 415, {
    detail:
      'The file is an image (image/png), not a book. Expected an EPUB, PDF, DOCX, ODT, TXT, Markdown, HTML or FB2 file.',
    code: 'book-unsupported',
  }),
  form('an empty file', () => bookForm({}, new Uint8Array()), 415, {
    detail: 'The file is empty. Download it again.',
    code: 'book-damaged',
  }),
  form('a book with DRM', async () => bookForm({}, await buildEpub({ ...smallBook, encryption: drm })), 415, {
    detail: expect.stringContaining('DRM'),
    code: 'book-drm',
  }),
  form(
    'a book without text',
    async () => bookForm({}, await buildEpub({ documents: [{ path: 'a.xhtml', body: '<p></p>' }] })),
    415,
    { detail: expect.stringContaining('no text'), code: 'book-no-text' },
  ),
  form('a provider that fails for good', () => bookForm({ tts_provider: 'kokoro' }), 502, {
    detail: expect.stringContaining('no speech today'),
    code: 'provider-failed',
  }),
  {
    name: 'JSON instead of a form',
    path: '/synthesize',
    init: async () => ({ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
    status: 415,
    body: {
      detail: "Invalid content type. Send a multipart/form-data form with the book in the field 'file'.",
      code: 'wrong-media-type',
    },
  },
  {
    name: 'a form that is cut off',
    path: '/synthesize',
    init: async () => multipart('--x\r\ncontent-disposition: form-data; name="file"; filename="a.epub"\r\n\r\nPK'),
    status: 400,
    body: { detail: 'The multipart form is broken or incomplete.', code: 'malformed' },
  },
  {
    name: 'a form without a boundary',
    path: '/synthesize',
    init: async () => ({ method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } }),
    status: 400,
    body: { detail: 'The multipart form is broken or incomplete.', code: 'malformed' },
  },
];

describe('errors', () => {
  const bodies: string[] = [];

  it.each(cases)('$name gets status $status', async ({ path, init, status, body }) => {
    const response = await fetch(service.url + path, await init());
    const text = await response.text();
    bodies.push(text);
    expect([response.status, JSON.parse(text)]).toEqual([status, body]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    await waitUntil(async () => (await service.jobFolders()).length === 0);
  });

  it('are the same for a failed job as for the synchronous call', async () => {
    const book = await buildEpub({ ...smallBook, encryption: drm });
    const created = await post(`${service.url}/jobs`, await bookForm({ kind: 'synthesize' }, book));
    const { id } = (await created.json()) as { id: string };
    await waitUntil(async () => {
      const { state } = (await (await fetch(`${service.url}/jobs/${id}`)).json()) as { state: string };
      return state === 'failed';
    });
    const response = await fetch(`${service.url}/jobs/${id}/result`);
    expect([response.status, await response.json()]).toMatchObject([415, { code: 'book-drm' }]);
    expect((await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
  });

  it('have these statuses', () => {
    expect(statuses).toMatchObject({
      'bad-value': 400,
      malformed: 400,
      unauthorized: 401,
      'not-found': 404,
      'upload-too-large': 413,
      'book-too-large': 413,
      'book-unsupported': 415,
      'book-drm': 415,
      'book-no-text': 415,
      'missing-field': 422,
      busy: 429,
      canceled: 499,
      internal: 500,
      'provider-failed': 502,
      'provider-unavailable': 503,
      'disk-full': 507,
    });
  });

  it('never contain paths, stacks or text of the book, nor does the log', async () => {
    expect(bodies).toHaveLength(cases.length);
    for (const text of [...bodies, service.logText()]) {
      expect(text).not.toContain(service.cacheFolder);
      expect(text).not.toContain('The kettle sang');
    }
    for (const text of bodies) expect(text).not.toMatch(/\bat .*\.ts:|node_modules/u);
  });
});
