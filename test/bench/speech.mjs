// Measures the wall time of the speech stage against its floor (total service time ÷ requests in flight, which a perfect
// queue would need) and its memory. A server with fixed latency and pace speaks books of several lengths.
//
//   npm run build && node --expose-gc test/bench/speech.mjs
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { SpeechGate } from '../../build/speech/gate/speech-gate.js';
import { speakSegment } from '../../build/speech/call/speak-segment.js';
import { encodeWav } from '../../build/core/wav.js';
import { kokoroProvider } from '../../build/speech/kokoro/kokoro.js';
import { VoiceMemory } from '../../build/speech/check/voice-memory.js';
import { speechUnits } from '../../build/speech/check/units/speech-units.js';

const latencyMs = 300;
const msPerUnit = 1;
const sampleRate = 8000;

const server = createServer((request, response) => void answer(request, response));

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function answer(request, response) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { input } = JSON.parse(Buffer.concat(parts).toString());
  const { units } = speechUnits(input, 'en');
  const samples = new Int16Array((units / 15) * sampleRate).fill(4000);
  await delay(latencyMs + msPerUnit * units);
  response.writeHead(200, { 'content-type': 'audio/wav' }).end(encodeWav({ samples, sampleRate }));
}
server.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
const provider = kokoroProvider([`http://127.0.0.1:${port}`]);

const sentence = 'The rain had stopped before dawn and she walked down to the harbour as she did every morning. ';

/** @param {number} count @param {import('../../build/core/gate/adaptive-concurrency.js').ConcurrencyRange} concurrency */
async function run(count, concurrency) {
  const gate = new SpeechGate(concurrency);
  const check = new VoiceMemory();
  const { signal } = new AbortController();
  const texts = Array.from({ length: count }, (_, number) => sentence.repeat(1 + (number % 4)).trim());
  const serviceMs = texts.reduce((sum, text) => sum + latencyMs + msPerUnit * speechUnits(text, 'en').units, 0);
  let next = 0;
  let peak = 0;
  const worker = async () => {
    for (let text = texts[next++]; text !== undefined; text = texts[next++]) {
      await speakSegment(provider, { text, voice: 'af_heart', language: 'en', signal }, { check, gate });
      if (next % 50 === 0) {
        globalThis.gc?.();
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        peak = Math.max(peak, heapUsed + arrayBuffers);
      }
    }
  };
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: concurrency.max + 2 }, worker));
  const wallMs = performance.now() - startedMs;
  return { wallMs, floorMs: serviceMs / concurrency.max, peak, level: gate.level };
}

await run(10, { start: 1, max: 1 });
for (const inFlight of [1, 2, 4, 8]) {
  const { wallMs, floorMs } = await run(20 * inFlight, { start: inFlight, max: inFlight, min: inFlight });
  console.log(`${inFlight} in flight: ${(wallMs / floorMs).toFixed(3)} × the floor (${Math.round(wallMs)} ms)`);
}
const adapted = await run(400, { start: 2, max: 8 });
console.log(
  `from 2, adapting to 8: ${(adapted.wallMs / adapted.floorMs).toFixed(3)} × the floor, final level ${adapted.level}`,
);
for (const count of [400, 1600, 3200]) {
  const { peak } = await run(count, { start: 64, max: 64, min: 64 });
  console.log(`${count} segments: ${(peak / 2 ** 20).toFixed(1)} MB at most`);
}
await provider[Symbol.asyncDispose]();
server.closeAllConnections();
server.close();
