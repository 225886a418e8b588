// Converts a short book with every speech provider while its service has every kind of fault: twice, in 20 % of the answers,
// always. Each run must end in time with the whole audio or with a clear error. The fake services speak each word as a tone
// of its own, so the words are counted in the finished file. Prints one line per kind of fault; exits with 1 when a run fails.
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
/** A run that takes longer is stopped. */
const maxMs = 150_000;

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
const { speechServices } = await import(
  await bundle(path.join(here, '..', 'helpers', 'servers', 'speech-services.ts'))
);
const providers = values.providers?.split(',') ?? [...speechServices.map(({ id }) => id), 'embedded'];
const kinds = values.kinds.split(',').filter(Boolean);
const rates = values.rates?.split(',') ?? allRates;
const cells = allCells({ providers, kinds, rates, seed: Number(values.seed) });
const results = new Map();
const startedMs = performance.now();
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
printResults();

/** Runs cells in one child process after another cell, until none is left. */
async function work() {
  let child;
  for (let cell = nextCell(); cell; cell = nextCell()) {
    results.set(cell, undefined);
    child ??= fork(worker, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const result = await ask(child, cell);
    results.set(cell, result);
    if (values.verbose || result.outcome === 'failure') console.log(line(cell, result));
    if (child.exitCode !== null || child.signalCode !== null) child = undefined;
  }
  child?.disconnect();
}

function nextCell() {
  return cells.find((cell) => !results.has(cell));
}

/** Sends a cell to a child process. A child that exits or takes too long is a failure, too. */
async function ask(child, cell) {
  return await new Promise((resolve) => {
    const fail = (detail) => resolve({ outcome: 'failure', detail, lost: 0, surplus: 0, seconds: maxMs / 1000 });
    const timer = setTimeout(() => child.kill('SIGKILL'), maxMs);
    const onExit = (code, signal) => {
      clearTimeout(timer);
      fail(`the program ended with ${signal ?? code}`);
    };
    child.once('exit', onExit);
    child.once('message', (result) => {
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(result);
    });
    child.send({ cell, book });
  });
}

function line({ provider, kind, rate }, { outcome, detail, seconds, requests, faults }) {
  return `${outcome.padEnd(7)}  ${provider} × ${kind} × ${rate}: ${seconds.toFixed(1)} s, ${faults} of ${requests} answers faulty. ${detail}`;
}

function printResults() {
  const rows = [...new Set(cells.map(({ kind }) => kind))].map((kind) => [
    kind,
    ...providers.map((provider) => summary(provider, kind)),
  ]);
  console.log(`\nOutcome ${rates.join(' · ')}: w whole audio, e error, FAIL (words lost)`);
  printTable([['fault', ...providers], ...rows]);
  const ended = [...results.values()];
  const failed = ended.filter(({ outcome }) => outcome === 'failure');
  const lost = ended.reduce((sum, result) => sum + result.lost, 0);
  const slowest = Math.max(...ended.map(({ seconds }) => seconds));
  const took = (performance.now() - startedMs) / 1000;
  console.log(
    `\n${ended.length} runs in ${took.toFixed(0)} s, the longest ${slowest.toFixed(1)} s: ${failed.length} failed, ${lost} words lost.`,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
}

function summary(provider, kind) {
  const found = cells.filter((cell) => cell.provider === provider && cell.kind === kind);
  return found.map((cell) => outcomeText(results.get(cell))).join(' · ') || '-';
}

function outcomeText({ outcome, lost }) {
  if (outcome === 'whole') return 'w';
  return outcome === 'error' ? 'e' : `FAIL(${lost})`;
}
