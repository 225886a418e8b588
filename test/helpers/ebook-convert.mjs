// Stands in for calibre's program of that name: `ebook-convert.mjs FOLDER INPUT OUTPUT [OPTION …]`. See stand-in-calibre.ts.
import { spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, openSync, readFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';

const [folder = '', ...args] = process.argv.slice(2);
if (args[0] === '--version') console.log('ebook-convert (calibre 7.26.0)');
else await convert(args);

/** @param {string} reason */
function fail(reason) {
  console.error(`Traceback (most recent call last):\n  File "runpy.py", line 198\n${reason}`);
  process.exitCode = 1;
}

/** @param {string[]} words */
async function convert([input = '', output = '', ...options]) {
  const text = readFileSync(input, 'latin1');
  const log = (more = {}) => {
    const run = { args: [input, output, ...options], env: process.env, pids: [process.pid], ...more };
    appendFileSync(path.join(folder, 'runs.jsonl'), `${JSON.stringify(run)}\n`);
  };
  console.log('1% Converting input to HTML...');
  if (text.includes('HANG')) {
    const helper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    log({ pids: [process.pid, helper.pid] });
    setInterval(() => undefined, 1000);
    return;
  }
  if (text.includes('NETWORK')) {
    const port = Number(/NETWORK (\d+)/u.exec(text)?.[1]);
    const socket = connect({ host: '127.0.0.1', port });
    const reached = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    log({ reached });
  } else log();
  if (text.includes('FAIL')) return fail(`calibre.ebooks.ConversionError: <b>Bad</b> record in ${input}`);
  if (text.includes('DRM')) return fail('calibre.ebooks.DRMError: This file is locked with DRM. It cannot be read.');
  if (text.includes('NOTHING')) return;
  if (text.includes('HUGE')) {
    const file = openSync(output, 'w');
    const megabyte = Buffer.alloc(1e6);
    for (;;) writeSync(file, megabyte);
  }
  copyFileSync(path.join(folder, 'made.epub'), output);
  console.log('EPUB output written');
}
