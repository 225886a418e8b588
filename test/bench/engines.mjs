// Measures what the process around the embedded engines costs: texts that are spoken in this process against the same texts
// spoken by an engine in a process of its own, by turns, in seconds of CPU of all processes. Ends with exit code 1 when it is
// more than 5 %.
//
//   npm run build && node test/bench/engines.mjs [rounds = 5] [flite|espeak]
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { EnginePool } from '../../build/speech/embedded/engine-pool.js';
import { espeakJs } from '../../build/speech/embedded/espeak/espeak-js.js';
import { fliteText } from '../../build/speech/embedded/flite/flite-text.js';
import { runFlite } from '../../build/speech/embedded/flite/run-flite.js';
import { printTable } from './measure.mjs';

const limit = 1.05;
/** Of the provider, for one engine. */
const inFlight = 4;
const sentence = 'The rain had stopped before dawn and she walked down to the harbour as she did every morning. ';
/** Characters of the texts: sentences of a book by sentence, and the usual segments. */
const lengths = [40, 90, 600];
/** Speech of each row. */
const secondsOfText = { flite: 120, espeak: 600 };
const charactersPerSecond = 15;
const [, , rounds = '5', only] = process.argv;
const { signal } = new AbortController();

const pool = new EnginePool(1);
const espeak = await espeakJs();
const engines = {
  flite: {
    here: async (text) => (await runFlite('slt', fliteText(text))).pcm,
    request: (text) => ({ task: 'flite', voice: 'slt', text }),
  },
  espeak: {
    here: async (text) => espeak.speak('gmw/en', text),
    request: (text) => ({ task: 'espeak', voice: 'gmw/en', text }),
  },
};

const rows = [['engine', 'characters', 'texts', 'here CPU s', 'process CPU s', '×', 'wall ×']];
for (const [name, engine] of Object.entries(engines)) {
  if (only !== undefined && name !== only) continue;
  for (const length of lengths) {
    const count = Math.ceil((secondsOfText[name] * charactersPerSecond) / length / Number(rounds));
    const texts = Array.from({ length: count }, (_, index) => textOf(length, index));
    const here = { cpu: 0, wall: 0 };
    const there = { cpu: 0, wall: 0 };
    await speakHere(texts.slice(0, 5), engine);
    await speakAll(texts.slice(0, 5), engine);
    for (let round = 0; round < Number(rounds); round += 1) {
      add(here, await measured(async () => await speakHere(texts, engine)));
      add(there, await measured(async () => await speakAll(texts, engine)));
    }
    const ratio = there.cpu / here.cpu;
    if (ratio > limit) process.exitCode = 1;
    const cells = [length, count * Number(rounds), here.cpu.toFixed(2), there.cpu.toFixed(2), ratio.toFixed(3)];
    rows.push([name, ...cells, (there.wall / here.wall).toFixed(3)].map(String));
  }
}
printTable(rows);
await pool[Symbol.asyncDispose]();
console.log(`Limit: ${limit} × the CPU of the engine in this process.`);

function textOf(length, index) {
  return `${index}. ${sentence.repeat(Math.ceil(length / sentence.length))}`.slice(0, length);
}

async function speakHere(texts, { here }) {
  for (const text of texts) {
    await here(text);
    // As between messages, other work has its turn.
    await new Promise(setImmediate);
  }
}

/** As a conversion does: this many texts are in flight, and a pool of one engine sends short ones together. */
async function speakAll(texts, { request }) {
  const waiting = texts.values();
  const speakNext = async () => {
    for (const text of waiting) await pool.speak(request(text), signal);
  };
  await Promise.all(Array.from({ length: inFlight }, speakNext));
}

async function measured(work) {
  const before = await cpuSeconds();
  const started = performance.now();
  await work();
  const wall = (performance.now() - started) / 1000;
  await delay(50);
  return { wall, cpu: (await cpuSeconds()) - before };
}

function add(sum, { cpu, wall }) {
  sum.cpu += cpu;
  sum.wall += wall;
}

/** Returns the CPU seconds of this process and its engines so far. Those of a short round are too few to be counted in ticks. */
async function cpuSeconds() {
  let nanoseconds = 0;
  for (const pid of [process.pid, ...pool.pids]) {
    for (const thread of await readdir(`/proc/${pid}/task`)) {
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
      nanoseconds += Number(text.split(' ')[0]);
    }
  }
  return nanoseconds / 1e9;
}
