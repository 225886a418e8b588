// Measures how long a conversion goes on after its last segment was spoken: the rest of the encoding, the verdict on the loudness,
// tags, report and the end of the process. Speech by flite is slower than the encoders of M4B and MP3, as that of services is, so the
// encoders are never behind. Exits with 1 where a tail is over its limit, which holds for a quiet machine.
//
//   npm run build && node test/bench/tail.mjs [words = 10000] [voice = flite:slt] [limit = 1]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { benchBook } from './bench-book.mjs';
import { printTable } from './measure.mjs';

const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));
const [words = '10000', voice = 'flite:slt', limit = '1'] = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-tail-'));
try {
  const book = path.join(folder, 'book.epub');
  await writeFile(book, await benchBook(Number(words)));
  const rows = [['format', 'whole run (s)', 'to the tags (s)', 'tail (s)', 'limit']];
  for (const format of ['m4b', 'mp3', 'flac', 'opus']) {
    const { total, encoded, tail } = await run(book, format);
    // Opus is encoded more slowly than this voice speaks.
    const isLimited = format !== 'opus';
    if (isLimited && tail > Number(limit)) process.exitCode = 1;
    rows.push([format, total.toFixed(1), encoded.toFixed(2), tail.toFixed(2), isLimited ? `≤ ${limit}` : '']);
  }
  printTable(rows);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Runs one conversion like a user, with an empty store, and returns its times in seconds. */
async function run(book, format) {
  const home = await mkdtemp(path.join(folder, `${format}-`));
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: home, TTS_PROVIDER: 'embedded' };
  const output = path.join(home, `book.${format}`);
  const command = [program, 'convert', book, '--voice', voice, '--progress', 'json', '-o', output];
  const startedMs = performance.now();
  const child = spawn(process.execPath, command, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  let [spokenMs, encodedMs] = [0, 0];
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes('"segment-spoken"')) spokenMs = performance.now();
    if (line.includes('"assembly-start"')) encodedMs = performance.now();
  }
  const [code] = await exit;
  if (code !== 0) throw new Error(`The program ended with ${code}.`);
  const endMs = performance.now();
  return {
    total: (endMs - startedMs) / 1000,
    encoded: (encodedMs - spokenMs) / 1000,
    tail: (endMs - spokenMs) / 1000,
  };
}
