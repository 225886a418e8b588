// Converts a short book with every speech provider while its service has every kind of fault: twice, in 20 % of the answers,
// always. Each run must end in time with the whole audio, with the passages named that may be wrong, or with a clear error. The fake services speak each word as a tone
// of its own, so the words are counted in the finished file. What is in time is measured by runs without faults, again and
// again, so that a busy machine does not count. Prints one line per kind of fault; exits with 1 when a run fails.
//
//   npm run build && node test/bench/fault-matrix.mjs [--providers kokoro,polly] [--kinds half,silence]
//     [--rates '20 %,twice'] [--seed 1] [--jobs 4]
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from './fault-matrix/bundle.mjs';
import { printTable } from './measure.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const book = { file: path.join(here, '..', 'books', 'the-last-tram.epub'), chapters: [2] };
/** A run without faults is not measured again for so long. */
const cleanMs = 60_000;
/** A child process that does not stop a run is killed after this many seconds more. */
const killSeconds = 30;
const firstSeconds = 600;

const { values } = parseArgs({
  options: {
    providers: { type: 'string' },
    kinds: { type: 'string', default: '' },
    rates: { type: 'string' },
    seed: { type: 'string', default: '0' },
    jobs: { type: 'string', default: String(2 * availableParallelism()) },
    verbose: { type: 'boolean', default: false },
  },
});
const worker = await bundle(path.join(here, 'fault-matrix', 'matrix-worker.ts'));
const { allCells, rates: allRates } = await import(await bundle(path.join(here, 'fault-matrix', 'cells.ts')));
const { lateness, stopSeconds } = await import(await bundle(path.join(here, 'fault-matrix', 'time-bound.ts')));
const { speechServices } = await import(
  await bundle(path.join(here, '..', 'helpers', 'servers', 'speech-services.ts'))
);
const providers = values.providers?.split(',') ?? [...speechServices.map(({ id }) => id), 'embedded'];
const kinds = values.kinds.split(',').filter(Boolean);
const rates = values.rates?.split(',') ?? allRates;
const cells = allCells({ providers, kinds, rates, seed: Number(values.seed) });
const results = new Map();
/** The latest runs without faults, by provider. */
const cleanRuns = new Map();
const startedMs = performance.now();
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
printResults();

/** Runs cells in one child process after another cell, until none is left. */
async function work() {
  let child;
  for (let cell = nextCell(); cell; cell = nextCell()) {
    results.set(cell, undefined);
    child = await livingChild(child);
    const result = await runInTime(child, cell);
    results.set(cell, result);
    if (values.verbose || result.outcome === 'failure') console.log(line(cell, result));
  }
  child?.disconnect();
}

function nextCell() {
  return cells.find((cell) => !results.has(cell));
}

async function livingChild(child) {
  if (child && child.exitCode === null && child.signalCode === null) return child;
  const started = fork(worker, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  // The first run loads the program, which would be measured, too.
  await runClean(started, providers[0]);
  return started;
}

/** Runs a cell. Returns a failure when it takes too long by a run without faults before it, and by another one after it. */
async function runInTime(child, cell) {
  const { provider } = cell;
  const before = await cleanRun(child, provider);
  const result = await ask(child, { cell, book, clean: before });
  const ratio = result.seconds / before.seconds;
  if (lateness(before, result) === undefined) return { ...result, ratio };
  cleanRuns.delete(provider);
  const after = await cleanRun(await livingChild(child), provider);
  const slower = after.seconds > before.seconds ? after : before;
  const late = lateness(slower, result);
  const failure = late && { outcome: 'failure', detail: `${late} ${result.detail}` };
  return { ...result, ratio: result.seconds / slower.seconds, ...failure };
}

/** Returns a run of a provider without faults that was measured of late. */
async function cleanRun(child, provider) {
  const known = cleanRuns.get(provider);
  if (known && performance.now() - known.endedMs < cleanMs) return known;
  const measured = { ...(await runClean(child, provider)), endedMs: performance.now() };
  cleanRuns.set(provider, measured);
  return measured;
}

async function runClean(child, provider) {
  const result = await ask(child, { cell: { provider, kind: 'none', rate: 'always' }, book });
  if (result.outcome !== 'whole') throw new Error(`${provider} without faults: ${result.detail}`);
  return result;
}

/** Sends an order to a child process. A child that exits, or does not stop a run, is a failure, too. */
async function ask(child, order) {
  const sentMs = performance.now();
  return await new Promise((resolve) => {
    const killMs = ((order.clean ? stopSeconds(order.clean) : firstSeconds) + killSeconds) * 1000;
    const timer = setTimeout(() => child.kill('SIGKILL'), killMs);
    const onExit = (code, signal) => {
      clearTimeout(timer);
      child.off('message', onMessage);
      const seconds = (performance.now() - sentMs) / 1000;
      const detail = `the program ended with ${signal ?? code}`;
      resolve({ outcome: 'failure', detail, lost: 0, surplus: 0, seconds, requests: 0, faults: 0, hangs: false });
    };
    const onMessage = (result) => {
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(result);
    };
    child.once('exit', onExit);
    child.once('message', onMessage);
    child.send(order);
  });
}

function line({ provider, kind, rate }, { outcome, detail, seconds, ratio, requests, faults }) {
  return `${outcome.padEnd(7)}  ${provider} × ${kind} × ${rate}: ${seconds.toFixed(1)} s (${ratio.toFixed(1)}), ${faults} of ${requests} answers faulty. ${detail}`;
}

function printResults() {
  const rows = [...new Set(cells.map(({ kind }) => kind))].map((kind) => [
    kind,
    ...providers.map((provider) => summary(provider, kind)),
  ]);
  console.log(
    `\nOutcome ${rates.join(' · ')}: w whole audio, d words wrong only in passages that the report names, e error, FAIL (words lost or too late); the longest run in`,
  );
  console.log('brackets, relative to one without faults');
  printTable([['fault', ...providers], ...rows]);
  const ended = [...results.values()];
  const failed = ended.filter(({ outcome }) => outcome === 'failure');
  const lost = ended.reduce((sum, result) => sum + result.lost, 0);
  const slowest = Math.max(...ended.map(({ seconds }) => seconds));
  const ratio = Math.max(...ended.map((result) => result.ratio));
  const took = (performance.now() - startedMs) / 1000;
  console.log(
    `\n${ended.length} runs in ${took.toFixed(0)} s, the longest ${slowest.toFixed(1)} s, at most ${ratio.toFixed(1)} times as long as without faults: ${failed.length} failed, ${lost} words lost.`,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
}

function summary(provider, kind) {
  const found = cells
    .filter((cell) => cell.provider === provider && cell.kind === kind)
    .map((cell) => results.get(cell));
  if (found.length === 0) return '-';
  const ratio = Math.max(...found.map((result) => result.ratio));
  return `${found.map(outcomeText).join(' · ')} (${ratio.toFixed(1)})`;
}

function outcomeText({ outcome, lost }) {
  if (outcome === 'whole') return 'w';
  if (outcome === 'named') return `d ${lost}`;
  return outcome === 'error' ? 'e' : `FAIL ${lost}`;
}
