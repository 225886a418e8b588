import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const queued = 52;
const samples = 400;

/** Fills the queue and returns the response times of `/health`, with those of an idle Express server in between. */
export async function measureHealth(service, book) {
  const ids = await Promise.all(Array.from({ length: queued }, (_, index) => startJob(service, book, index)));
  const floor = fork(fileURLToPath(new URL('express-floor.mjs', import.meta.url)));
  const [floorUrl] = await once(floor, 'message');
  const times = { service: [], floor: [] };
  let fewest = queued;
  for (let index = 0; index < samples; index += 1) {
    times.service.push(await responseMs(`${service.url}/health`));
    times.floor.push(await responseMs(floorUrl));
    if (index % 50 === 0) fewest = Math.min(fewest, await openJobs(service));
    await delay(15);
  }
  floor.kill();
  await Promise.all(ids.map((id) => fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' })));
  const figures = { service: quantiles(times.service), floor: quantiles(times.floor) };
  return {
    ...figures,
    ratio: figures.service.p99 / figures.floor.p99,
    rows: [
      [`${samples} requests, at least ${fewest} jobs open`, 'p50', 'p99', 'max'],
      row('/health', figures.service),
      row('floor', figures.floor),
    ],
  };
}

function row(name, { p50, p99, max }) {
  return [name, ...[p50, p99, max].map((ms) => `${ms.toFixed(1)} ms`)];
}

async function startJob(service, book, index) {
  const form = new FormData();
  form.set('kind', 'synthesize');
  form.set('voice', 'bm_george');
  // No two have the same bytes, so that none is made of the segments of another.
  form.set('lexicon', `ferryman: ferry man${'n'.repeat(index + 1)}\n`);
  form.set('file', new Blob([book]), 'book.epub');
  const response = await fetch(`${service.url}/jobs`, { method: 'POST', body: form });
  if (response.status !== 202) throw new Error(`POST /jobs: ${response.status} ${await response.text()}`);
  return (await response.json()).id;
}

async function openJobs(service) {
  const { jobs } = await (await fetch(`${service.url}/jobs?limit=1000`)).json();
  return jobs.filter(({ state }) => state === 'queued' || state === 'running').length;
}

const agent = new Agent({ keepAlive: true });

async function responseMs(url) {
  const startedMs = performance.now();
  const sent = request(url, { agent }).end();
  const [response] = await once(sent, 'response');
  await once(response.resume(), 'end');
  return performance.now() - startedMs;
}

function quantiles(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
