// Measures script writing with stand-ins for a commercial service and for Ollama that return the text after a fixed delay,
// and a book of short chapters: first requests side by side, then scripts alongside speech of the embedded voice. Both
// together should take little longer than the slower of the two.
//
//   npm run build && node test/bench/narrate.mjs [chapters = 11] [seconds per script = 2] [speech = yes]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { benchBook } from './bench-book.mjs';
import { printTable } from './measure.mjs';

const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));
const [chapters = 11, secondsPerScript = 2] = process.argv.slice(2, 4).map(Number);
const withSpeech = process.argv[4] !== 'no';
/** Times of the first request and of the last answer, and the number of requests. */
let span = { first: 0, last: 0, requests: 0 };
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
const model = createServer((request, response) => void answer(request, response));
model.listen(0, '127.0.0.1');
await once(model, 'listening');

try {
  await writeFile(path.join(folder, 'book.epub'), await benchBook(chapters * 300, 300));
  await run('side by side', ['audiobook', 'book.epub', '-m', 'api:gpt-4o', '--scripts-only']);
  const seconds = (span.last - span.first) / 1000;
  const oneByOne = span.requests * secondsPerScript;
  printTable([
    ['requests', 'of seconds', 'took seconds', '× one by one', 'limit'],
    [
      `${span.requests}`,
      `${secondsPerScript}`,
      seconds.toFixed(1),
      (seconds / oneByOne).toFixed(2),
      '11 of 2 s: ≤ 5 s, 0.23',
    ],
  ]);
  if (withSpeech) await alongsideSpeech();
} finally {
  model.close();
  await rm(folder, { recursive: true, force: true });
}

async function alongsideSpeech() {
  const speech = await run('speech', ['convert', 'book.epub']);
  const scripts = await run('scripts', ['audiobook', 'book.epub', '-m', 'echo', '--scripts-only']);
  const both = await run('both', ['audiobook', 'book.epub', '-m', 'echo']);
  const slower = Math.max(speech, scripts);
  printTable([
    ['work', 'seconds', '× the slower', 'limit'],
    ['speech alone', speech.toFixed(1), '', ''],
    ['scripts alone', scripts.toFixed(1), '', ''],
    ['both', both.toFixed(1), (both / slower).toFixed(2), '≤ 1.10'],
  ]);
}

/** Returns the seconds of one run with empty stores. */
async function run(name, args) {
  span = { first: 0, last: 0, requests: 0 };
  const env = {
    PATH: process.env.PATH,
    HOME: path.join(folder, name),
    XDG_CACHE_HOME: path.join(folder, name),
    TTS_PROVIDER: 'embedded',
    OLLAMA_API_URL: `http://127.0.0.1:${model.address().port}`,
    OPENAI_BASE_URL: `http://127.0.0.1:${model.address().port}/v1`,
    OPENAI_API_KEY: 'any',
  };
  const started = performance.now();
  const output = ['-q', '-o', `${name}.m4b`];
  const child = spawn(process.execPath, [program, ...args, ...output], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`);
  return (performance.now() - started) / 1000;
}

async function answer(request, response) {
  let body = '';
  for await (const part of request) body += part;
  if (request.url === '/api/tags') return void response.end(JSON.stringify({ models: [{ name: 'echo:latest' }] }));
  if (request.url === '/api/show')
    return void response.end(JSON.stringify({ model_info: {}, capabilities: ['completion'] }));
  const prompt = JSON.parse(body).messages.at(-1).content;
  const text = textIn(prompt);
  if (span.requests === 0) span.first = performance.now();
  span.requests += 1;
  await delay(secondsPerScript * 1000);
  span.last = performance.now();
  if (request.url === '/v1/chat/completions') return void response.end(chatStream(text));
  const lines = [
    { message: { role: 'assistant', content: text }, done: false },
    {
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: 'stop',
      prompt_eval_count: Math.ceil(prompt.length / 4),
    },
  ];
  response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Returns the text of the book in a prompt. */
function textIn(prompt) {
  return /^<text>\n(.*)\n<\/text>$/msu.exec(prompt)?.[1] ?? '';
}

function chatStream(content) {
  const chunks = [
    { choices: [{ index: 0, delta: { content }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ];
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
}
