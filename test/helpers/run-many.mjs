// Runs command lines one after the other in this process, with the program as it was built. Standard input is a JSON list of
// { argv, stopAt }: with `stopAt`, a run is stopped when it has printed that text. Standard output is a JSON list of results.
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { Readable, Writable } from 'node:stream';
import { main } from '../../dist/cli.js';

class Capture extends Writable {
  text = '';
  isTTY = false;

  /** @param {(text: string) => void} onText */
  constructor(onText) {
    super();
    this.onText = onText;
  }

  _write(chunk, _encoding, done) {
    this.text += chunk.toString('latin1');
    this.onText(this.text);
    done();
  }
}

const folder = process.cwd();
const results = [];
for (const { argv, stopAt, input = '' } of JSON.parse(await text(process.stdin))) {
  const controller = new AbortController();
  const stop = (shown) => stopAt !== undefined && shown.includes(stopAt) && controller.abort(new Error('SIGTERM'));
  const [stdout, stderr] = [new Capture(stop), new Capture(stop)];
  const code = await main({
    argv,
    environment: process.env,
    workingFolder: folder,
    configFolder: path.join(folder, 'config'),
    cacheFolder: path.join(folder, 'cache'),
    stateFolder: path.join(folder, 'state'),
    stdin: Readable.from([Buffer.from(input)]),
    stdout,
    stderr,
    signal: controller.signal,
  });
  const [out, err] = [stdout, stderr].map((one) => Buffer.from(one.text, 'latin1').toString());
  results.push({ code, stdout: out, stderr: err });
  // Read when the process dies.
  process.stderr.write(`${argv.join(' ')}: ${code}\n`);
}
process.stdout.write(JSON.stringify(results), () => process.exit());
