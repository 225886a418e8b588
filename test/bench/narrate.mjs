// Measures script writing alongside speech, with a stand-in for Ollama that returns the text after a fixed delay, the
// embedded voice and a book of short chapters. Both together should take little longer than the slower of the two.
//
//   npm run build && node test/bench/narrate.mjs [chapters = 24] [seconds per script = 1]
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
const [chapters = 24, secondsPerScript = 1] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
const model = createServer((request, response) => void answer(request, response));
model.listen(0, '127.0.0.1');
await once(model, 'listening');

try {
  await writeFile(path.join(folder, 'book.epub'), await benchBook(chapters * 300, 300));
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
} finally {
  model.close();
  await rm(folder, { recursive: true, force: true });
}

/** Returns the seconds of one run with empty stores. */
async function run(name, args) {
  const env = {
    PATH: process.env.PATH,
    HOME: path.join(folder, name),
    XDG_CACHE_HOME: path.join(folder, name),
    TTS_PROVIDER: 'embedded',
    OLLAMA_API_URL: `http://127.0.0.1:${model.address().port}`,
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
  const [, , text = ''] = /^(=== \w+ ===)\n(.*)\n\1$/msu.exec(prompt) ?? [];
  await delay(secondsPerScript * 1000);
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
