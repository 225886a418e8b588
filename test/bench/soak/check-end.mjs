import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const maxWaitMs = 600_000;
const moreMegabytes = 40;
const moreDescriptors = 2;

/** The service closes an idle connection after 10 s. */
const keepAliveMs = 12_000;

/** Waits for the last jobs and returns what is wrong: with jobs, files, memory, descriptors and the log. */
export async function checkEnd(service, traffic, before) {
  const jobs = await settledJobs(service);
  return [
    ...traffic.problems,
    ...wrongJobs(jobs, traffic.expected),
    ...(await unequalResults(service, jobs, traffic.expected)),
    ...(await strayFiles(service, jobs)),
    ...(await growth(service, before)),
    ...service.errors.map((line) => `log: ${line}`),
  ];
}

async function settledJobs(service) {
  const endMs = performance.now() + maxWaitMs;
  for (;;) {
    const { jobs } = await (await fetch(`${service.url}/jobs?limit=1000`)).json();
    const open = jobs.filter(({ state }) => state === 'queued' || state === 'running');
    if (open.length === 0) return jobs;
    if (performance.now() > endMs) throw new Error(`${open.length} jobs did not end`);
    await delay(500);
  }
}

function wrongJobs(jobs, expected) {
  const found = new Map(jobs.map((job) => [job.id, job]));
  const wrong = [...expected].flatMap(([id, { state }]) => {
    const is = found.get(id)?.state ?? 'removed';
    return is === state || state === 'any' ? [] : [`job ${id} is ${is}, not ${state}: ${found.get(id)?.error?.detail}`];
  });
  const unknown = jobs.filter(({ id }) => !expected.has(id)).map(({ id, state }) => `job ${id} (${state}) is unknown`);
  return [...wrong, ...unknown];
}

/** Jobs of the same book and voice must have the same bytes, however often each was interrupted. */
async function unequalResults(service, jobs, expected) {
  const sizes = new Map();
  const problems = [];
  for (const { id, state, result } of jobs) {
    if (state !== 'done' || !expected.has(id)) continue;
    const { of } = expected.get(id);
    const bytes = (await (await fetch(service.url + result.url)).arrayBuffer()).byteLength;
    if (bytes !== result.bytes) problems.push(`job ${id}: ${bytes} bytes instead of ${result.bytes}`);
    if ((sizes.get(of) ?? bytes) !== bytes) problems.push(`job ${id}: ${bytes} bytes, another has ${sizes.get(of)}`);
    sizes.set(of, bytes);
  }
  return problems;
}

/** Files of a job that has ended: its record, its audio and the text of its book. */
const ownFiles =
  /^(?:job\.json|\.audiobook-job|result(?:\/audiobook\.mp3(?:\.report\.json)?)?|book(?:\/(?:(?:about|sample)\.json|text\.\w+))?)$/u;

/** A failed job keeps its book. */
const retryFiles = /^upload(?:\/.*)?$/u;

/** Lists files that belong to no job, uploads and partial files of jobs that ended, and temporary files anywhere. */
async function strayFiles(service, jobs) {
  const names = await readdir(service.jobsFolder);
  const own = new Set([
    '.audiobook-jobs',
    'service.lock',
    'ages.json',
    'usage.json',
    'signing.key',
    ...jobs.map(({ id }) => id),
  ]);
  const strays = names.filter((name) => !own.has(name));
  for (const { id, state } of jobs) {
    const left = await readdir(path.join(service.jobsFolder, id), { recursive: true });
    strays.push(...left.filter((name) => !ownFiles.test(name) && !(state === 'failed' && retryFiles.test(name))));
  }
  const cached = await readdir(path.join(service.folder, 'cache'), { recursive: true });
  strays.push(...cached.filter((name) => /(?:^|\/)\..*\.(?:part|tmp)|\.part$/u.test(name)));
  return strays.map((name) => `stray file: ${name}`);
}

/** Returns memory and descriptors once all jobs have ended and unused connections are closed. */
export async function idleUsage(service) {
  await settledJobs(service);
  await delay(keepAliveMs);
  return await service.usage();
}

async function growth(service, before) {
  const after = await idleUsage(service);
  console.log(
    `calm phase: ${before.megabytes} MB -> ${after.megabytes} MB, ${before.descriptors} -> ${after.descriptors} descriptors`,
  );
  return [
    ...(after.megabytes > before.megabytes + moreMegabytes ? [`memory grew to ${after.megabytes} MB`] : []),
    ...(after.descriptors > before.descriptors + moreDescriptors ? [`${after.descriptors} descriptors`] : []),
  ];
}
