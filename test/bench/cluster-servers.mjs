import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { encodeWav } from '../../build/core/wav.js';
import { speechUnits } from '../../build/speech/check/units/speech-units.js';

const sampleRate = 24_000;
const unitsPerSecond = 18;
const longestSeconds = 60;
/** Speech begins at one of this many places of the sound, so that no two texts are alike. */
const starts = 30 * sampleRate;
const glide = Int16Array.from(
  { length: longestSeconds * sampleRate + starts },
  (_, at) => 6000 * Math.sin(at * (0.03 + (at % 31_000) / 4e6)),
);

/**
 * Starts a service that speaks like Kokoro. `onSpeech` is given the body of each request, and awaited before the answer.
 *
 * @param {(body: string) => unknown} onSpeech
 */
export async function startSpeechService(onSpeech) {
  const server = createServer((request, response) => void answer(request, response, onSpeech));
  const port = await listening(server);
  return { server, settings: { KOKORO_API_URL: `http://127.0.0.1:${port}/v1`, TTS_PROVIDER: 'kokoro' } };
}

async function answer(request, response, onSpeech) {
  if (request.url === '/v1/audio/voices') {
    const voices = '{"voices":[{"id":"af_heart","name":"af_heart"}]}';
    response.writeHead(200, { 'content-type': 'application/json' }).end(voices);
    return;
  }
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();
  const { input } = JSON.parse(body);
  const { units } = speechUnits(input, 'en');
  const from = (input.length * 7919 + input.charCodeAt(0) * 104_729) % starts;
  const samples = glide.subarray(from, from + Math.round((units / unitsPerSecond) * sampleRate));
  await onSpeech(body);
  response.writeHead(200, { 'content-type': 'audio/wav' }).end(encodeWav({ samples, sampleRate }));
}

/** Starts a Redis that keeps its data in a folder. */
export async function startRedis(folder) {
  const port = await freePort();
  const flags = ['--port', `${port}`, '--dir', folder, '--save', '', '--appendonly', 'yes', '--bind', '127.0.0.1'];
  return { child: spawn('redis-server', flags, { stdio: 'ignore' }), url: `redis://127.0.0.1:${port}` };
}

/** Returns a port that is free now. */
export async function freePort() {
  const server = createServer();
  const port = await listening(server);
  server.close();
  return port;
}

async function listening(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}
