// Lets the service live through two hours' worth of traffic in five minutes: uploads, hang-ups, cancels, downloads, and
// restarts by SIGKILL and SIGTERM, all from one seed. In the last third it runs without a restart. Then every job must have the
// result that it should have, memory and descriptors must be as before, and no file and no process may be left over. Prints
// the response times of /health with a full queue, beside those of an idle Express server. Exits with 1 when a check fails.
//
//   npm run build && node test/bench/soak.mjs [--seconds 300] [--seed 1] [--verbose]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchBook } from './bench-book.mjs';
import { bundle } from './fault-matrix/bundle.mjs';
import { printTable } from './measure.mjs';
import { checkEnd, idleUsage } from './soak/check-end.mjs';
import { measureHealth } from './soak/measure-health.mjs';
import { SoakService } from './soak/service.mjs';
import { Traffic } from './soak/traffic.mjs';

const helpers = fileURLToPath(new URL('../helpers/', import.meta.url));
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const { seededRandom } = await import(await bundle(path.join(helpers, 'seeded-random.ts')));
const { startKokoroServer } = await import(await bundle(path.join(helpers, 'servers', 'kokoro-server.ts')));
const random = seededRandom(Number(values.seed));
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-soak-'));
const kokoro = await startKokoroServer();
const service = new SoakService(folder, { KOKORO_API_URL: `${kokoro.url}/v1` });
const problems = [];
try {
  await service.start();
  const books = await Promise.all([300, 500, 900].map((words) => benchBook(words, 300)));
  const traffic = new Traffic({ service, books, random, log: values.verbose ? console.log : () => undefined });
  await storm(traffic, (Number(values.seconds) * 2) / 3);
  await traffic.run(performance.now() + 15_000);
  const before = await idleUsage(service);
  await traffic.run(performance.now() + Number(values.seconds) * (1000 / 3));
  problems.push(...(await checkEnd(service, traffic, before)));
  const health = await measureHealth(service, books[0]);
  console.log('/health with 2 jobs running and 50 queued, and GET of an idle Express server in between:');
  printTable(health.rows);
  if (health.service.p99 > 50) console.log(`p99 is above 50 ms; it is ${health.ratio.toFixed(1)} times the floor`);
  await service.stop('SIGTERM');
  problems.push(...(await service.leftovers()));
  console.log(traffic.summary());
} finally {
  await service.stop('SIGKILL');
  await kokoro[Symbol.asyncDispose]();
  if (problems.length === 0) await rm(folder, { recursive: true, force: true });
}
for (const problem of problems) console.log(`FAILED: ${problem}`);
if (problems.length > 0) console.log(`Files are kept in ${folder}`);
else console.log('every job as it should be, no file and no process left');
process.exit(problems.length > 0 ? 1 : 0);

/** Sends requests and restarts the service about every 20 seconds, in the middle of whatever it does. */
async function storm(traffic, seconds) {
  const endMs = performance.now() + seconds * 1000;
  const restarting = (async () => {
    while (performance.now() < endMs) {
      await delay(8000 + 24_000 * random());
      const signal = random() < 0.5 ? 'SIGKILL' : 'SIGTERM';
      traffic.countRestart(signal);
      await service.stop(signal);
      await service.start();
    }
  })();
  await Promise.all([restarting, traffic.run(endMs)]);
}
