// Measures what the natural voices cost beside the engine: the wall time of a book against its floor (time of the engine ÷
// utterances at once), the time that the process boundary takes for a segment, and the memory of an engine. The voices are
// tiny models with as much work as a fast real one; the memory of a real model is that of its files on top.
//
//   npm run build && node test/bench/natural-overhead.mjs
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { embeddedProvider } from '../../build/speech/embedded/embedded.js';
import { openNaturalSpeech } from '../../build/speech/natural/natural-speech.js';
import { SpeechCheck } from '../../build/speech/check/speech-check.js';
import { SpeechGate } from '../../build/speech/gate/speech-gate.js';
import { speakSegment } from '../../build/speech/call/speak-segment.js';
import { bundle } from './fault-matrix/bundle.mjs';
import { printTable } from './measure.mjs';

const { installTinyVoice } = await import(await bundle(path.join(import.meta.dirname, '../helpers/tiny-voices.ts')));
const sentence = 'The rain had stopped before dawn and she walked down to the harbour as she did every morning. ';
const texts = Array.from({ length: 32 }, (_, number) => sentence.repeat(1 + (number % 6)).trim());
const { signal } = new AbortController();

/** Speaks all texts as a run does, and returns what it took. */
async function speakBook({ work, calls }) {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
  try {
    await installTinyVoice(dataFolder, { kind: 'kokoro', work });
    let engineMs = 0;
    const natural = await openNaturalSpeech({
      dataFolder,
      setting: { calls, threads: 1 },
      onUtterance: (computeMs) => (engineMs += computeMs),
    });
    const provider = await embeddedProvider({ espeak: [], natural, engines: calls });
    const [voice] = await provider.voices('en', signal);
    const request = { voice: voice.id, language: 'en', signal };
    // Loads the model.
    await provider.synthesize({ ...request, text: 'One.' });
    engineMs = 0;
    const started = performance.now();
    await speakAll(provider, request);
    const wallMs = performance.now() - started;
    const megabytes = await residentMegabytes(natural.pids());
    await provider[Symbol.asyncDispose]();
    return { wallMs, engineMs, megabytes };
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Keeps as many segments waiting as a run does, in the order of the book. */
async function speakAll(provider, request) {
  const gate = new SpeechGate(provider.concurrency);
  const check = new SpeechCheck();
  let next = 0;
  const worker = async () => {
    for (let text = texts[next++]; text !== undefined; text = texts[next++]) {
      await speakSegment(provider, { ...request, text }, { check, gate });
    }
  };
  await Promise.all(Array.from({ length: provider.concurrency.max + 2 }, worker));
}

async function residentMegabytes(pids) {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const rows = [
  ['utterances at once', 'work', 'wall s', 'engine s ÷ at once', 'ratio', 'ms beside the engine, a segment', 'MB'],
];
let isOver = false;
for (const { work, calls } of [
  { work: 0, calls: 1 },
  { work: 1500, calls: 1 },
  { work: 1500, calls: 2 },
  { work: 1500, calls: 4 },
]) {
  const { wallMs, engineMs, megabytes } = await speakBook({ work, calls });
  const floorMs = engineMs / calls;
  const ratio = wallMs / floorMs;
  isOver ||= work > 0 && ratio > 1.05;
  const besideMs = ((wallMs - floorMs) * calls) / texts.length;
  rows.push([
    String(calls),
    String(work),
    (wallMs / 1000).toFixed(2),
    (floorMs / 1000).toFixed(2),
    ratio.toFixed(3),
    besideMs.toFixed(1),
    megabytes.toFixed(0),
  ]);
}
printTable(rows);
if (isOver) console.log('FAIL: a book takes more than 1.05 times its floor.');
process.exitCode = isOver ? 1 : 0;
