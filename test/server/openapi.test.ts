import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import sharp from 'sharp';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '../../src/server/http/operations.ts';
import type { Operation } from '../../src/server/http/operation.ts';
import { jobViewSchema } from '../../src/server/jobs/job-view.ts';
import { buildEpub } from '../helpers/epub-builder.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { smallBook } from '../helpers/small-book.ts';
import { bookForm, post, waitForJob, startJob, startService } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

interface FormSchema {
  readonly required: readonly string[];
  readonly anyOf?: readonly { readonly required: readonly string[] }[];
}

interface Documented {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: FormSchema }> };
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
}

interface Description {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Documented>>;
  readonly components: { readonly schemas: Record<string, { readonly type: string; readonly properties: object }> };
}

let kokoro: KokoroServer;
let service: RunningService;
let description: Description;

beforeAll(async () => {
  kokoro = await startKokoroServer();
  // Without the check, a job with an unknown voice is accepted and fails, which the operation for a retry needs.
  const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
  service = await startService({ settings });
  description = (await (await fetch(`${service.url}/openapi.json`)).json()) as Description;
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await kokoro[Symbol.asyncDispose]();
});

/** JSON bodies with which the operations succeed. */
const jsonBodies: Readonly<Record<string, object>> = {
  createSpeech: { input: 'Good evening.', voice: 'flite:kal' },
  changeScript: { text: 'Good evening.' },
  changeCorrections: { corrections: [{ text: 'Good', say: 'Fine' }] },
  logIn: { token: 'any' },
  createLink: {},
  changeBook: { keep: true },
  createFeed: { name: 'phone' },
  putPosition: { seconds: 1 },
};

let finished: Promise<string> | undefined;

/** Returns a job in a state in which the operation succeeds. */
async function jobFor(operation: string): Promise<string> {
  if (operation === 'changeJob' || operation === 'cancelJob') {
    // Two run at the same time, and the third waits.
    for (let count = 0; count < 2; count += 1) await startJob(service);
    return (await startJob(service)).id;
  }
  const isScripted = /script|speak/iu.test(operation);
  if (table.some(([id, { method }]) => id === operation && method === 'get') && !isScripted) {
    // They change nothing, so that one job does for all. It has a stream and timed text.
    finished ??= endedJob({ listen: 'true' });
    return await finished;
  }
  return await endedJob({
    ...(operation === 'retryJob' && { voice: 'no_such_voice' }),
    ...(isScripted && { scripts_only: 'true' }),
    ...(/corrections|remake/iu.test(operation) && { listen: 'true' }),
  });
}

/** Returns a job that has ended, with a cover. */
async function endedJob(fields: Readonly<Record<string, string>>): Promise<string> {
  const form = await bookForm({ kind: 'synthesize', max_chapters: '1', loudness: 'off', ...fields });
  form.set('cover', new Blob([Uint8Array.from(await redPng())]), 'cover.png');
  const { id } = (await (await post(`${service.url}/jobs`, form)).json()) as { id: string };
  await waitForJob(service, id, 'scripted', 'done', 'failed');
  return id;
}

async function newFeed(): Promise<string> {
  const response = await fetch(`${service.url}/feeds`, { method: 'POST', body: '{}' });
  return ((await response.json()) as { id: string }).id;
}

async function segmentOf(job: string): Promise<string> {
  const playlist = await (await fetch(`${service.url}/jobs/${job}/listen.m3u8`)).text();
  return /^listen\/(.+)$/mu.exec(playlist)?.[1] ?? '';
}

async function firstText({ body }: Response): Promise<string | undefined> {
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) return text;
  return undefined;
}

function sampleForm(): FormData {
  const form = new FormData();
  form.set('text', 'Good evening.');
  return form;
}

async function redPng(): Promise<Uint8Array> {
  return await sharp({ create: { width: 48, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
}

const table: readonly (readonly [string, Operation])[] = Object.entries(operations);

describe('/openapi.json', () => {
  it('is valid, strictly, and defines its shared schemas', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'operation-4xx-response': 'off' } });
    const problems = await lintFromString({
      source: JSON.stringify(description),
      absoluteRef: 'openapi.json',
      config,
    });
    expect(problems.map(({ message, location: [at] }) => `${at?.pointer}: ${message}`)).toEqual([]);
    const { Job, Error, Progress } = description.components.schemas;
    expect(Object.keys(Job?.properties ?? {})).toEqual(Object.keys(jobViewSchema.shape));
    expect([Object.keys(Error?.properties ?? {}), Progress?.type]).toEqual([['detail', 'code'], 'object']);
  });

  it('lists every operation once', () => {
    expect(description.openapi).toBe('3.1.0');
    const names = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    expect(names.toSorted()).toEqual(Object.keys(operations).toSorted());
  });

  it.each(table)('%s responds as documented', async (id, operation) => {
    const documented = description.paths[operation.path]?.[operation.method];
    const job = id === 'deleteFeed' ? await newFeed() : operation.path.includes('{id}') ? await jobFor(id) : '';
    const form = documented?.requestBody?.content['multipart/form-data']?.schema;
    const requiredFields = form && [form, ...(form.anyOf ?? [])].flatMap(({ required }) => required);
    const name = id === 'getStreamSegment' ? await segmentOf(job) : encodeURIComponent('The Small Book.mp3');
    const address = operation.path.replace('{id}', job).replace('{name}', name).replace('{number}', '1');
    const response = await fetch(service.url + address, {
      method: operation.method.toUpperCase(),
      ...(id === 'createSample' && { body: sampleForm() }),
      ...(operation.jsonFields && { body: JSON.stringify({ priority: 'high' }) }),
      ...(operation.json && { body: JSON.stringify(jsonBodies[id]) }),
      ...(requiredFields?.includes('file') && {
        body: await bookForm({
          max_chapters: '1',
          ...(id !== 'plan' && { loudness: 'off' }),
          ...(id === 'audiobook' && { task: 'direct' }),
          ...(requiredFields.includes('kind') && { kind: 'synthesize' }),
        }),
      }),
    });
    const answer = documented?.responses[response.status];
    expect([id, response.status, response.status < 300, answer !== undefined]).toEqual([
      id,
      response.status,
      true,
      true,
    ]);
    const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    expect(Object.keys(answer?.content ?? { [type]: {} })).toContain(type);
    const body = operation.answers.find(({ status }) => status === response.status)?.body;
    const schema =
      body instanceof z.ZodType
        ? z
            .string()
            .transform((text): unknown => JSON.parse(text))
            .pipe(body)
        : z.string();
    // The stream of all jobs has no end.
    const text = id === 'followJobs' ? await firstText(response) : await response.text();
    expect(schema.safeParse(text).error).toBeUndefined();
  });

  it('is sufficient for a generated client that compiles and converts a book', async () => {
    const folder = await temporaryFolder();
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const tsc = path.join(root, 'node_modules/.bin/tsc');
    await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(description));
    await generateApi({
      input: path.join(folder, 'openapi.json'),
      output: folder,
      fileName: 'client.ts',
      silent: true,
    });
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    const flags = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom', '--types', ''];
    execFileSync(tsc, [...flags, '--skipLibCheck', 'client.ts'], { cwd: folder, stdio: 'pipe' });
    interface Client {
      readonly jobs: {
        createJob(form: object): Promise<{ data: { id: string; state: string } }>;
        getJob(id: string): Promise<{ data: { state: string } }>;
        getResult(id: string, params: object): Promise<{ data: ArrayBuffer }>;
      };
    }
    const generated = (await import(pathToFileURL(path.join(folder, 'client.js')).href)) as {
      Api: new (options: object) => Client;
    };
    const { jobs } = new generated.Api({ baseUrl: service.url, baseApiParams: { format: 'json' } });
    const file = new File([Uint8Array.from(await buildEpub(smallBook))], 'small.epub');
    const { data: job } = await jobs.createJob({ file, kind: 'synthesize', max_chapters: 1 });
    while ((await jobs.getJob(job.id)).data.state !== 'done') await new Promise((resolve) => setTimeout(resolve, 50));
    const { data } = await jobs.getResult(job.id, { format: 'arrayBuffer' });
    expect(Buffer.from(data).subarray(0, 3).toString()).toBe('ID3');
    const client = await readFile(path.join(folder, 'client.ts'), 'utf8');
    expect(client).toContain('max_chapters?: number');
    expect(client).toMatch(/export interface Job \{[^]*state: "queued" \| "running"/u);
  });
});
