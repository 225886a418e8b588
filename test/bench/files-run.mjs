// Counts the files of `src/` in which a function runs when a chapter is converted, and when three lines are spoken over HTTP (main
// process and worker). It is what a reader has to know to follow one order. V8 counts, in the modules that tsc wrote, unbundled.
//
//   npm run build && node test/bench/files-run.mjs [book = test/books/bread-for-number-nine.epub] [--list]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { printTable } from './measure.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const build = path.join(root, 'build');
const list = process.argv.includes('--list');
const book = path.resolve(
  process.argv.slice(2).find((value) => !value.startsWith('--')) ??
    path.join(root, 'test/books/bread-for-number-nine.epub'),
);
const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-bench-'));
const program = path.join(build, 'unbundled.mjs');
/** Processes that are killed once they have answered write no coverage at their end, and the reader gets no NODE_OPTIONS. */
const coverAnswers = `import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { takeCoverage } from 'node:v8';
const { fork } = childProcess;
childProcess.fork = (file, args, { env = process.env, ...options }) =>
  fork(file, args, { ...options, env: { ...env, NODE_OPTIONS: process.env.NODE_OPTIONS } });
syncBuiltinESMExports();
const { send } = process;
if (send) process.send = (...values) => { takeCoverage(); return send.apply(process, values); };`;
const hook = path.join(folder, 'cover-answers.mjs');

try {
  await writeFile(program, await unbundledProgram());
  await writeFile(hook, coverAnswers);
  const conversion = await coverageOf('convert', async (environment) => {
    await run(
      ['convert', book, '--chapters', '1', '--voice', 'flite:slt', '-o', path.join(folder, 'out.mp3')],
      environment,
    );
  });
  const synthesis = await coverageOf('synthesize', speakThreeLines);
  printTable([
    ['files in which a function runs', 'files', 'functions', 'processes', 'goal'],
    row('convert --chapters 1, all processes', conversion.all, '≤ 260'),
    row('POST /synthesize, main process', synthesis.main, '≤ 130'),
    row('POST /synthesize, all processes', synthesis.all, ''),
  ]);
  for (const [name, { all }] of Object.entries({ conversion, synthesis })) {
    console.log(`${name}: ${rooms(all)}`);
    if (list) console.log([...all.files.keys()].toSorted((a, b) => a.localeCompare(b)).join('\n'));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  await rm(program, { force: true });
}

/** Returns the entry point with the modules of `build/` in place of the bundle. */
async function unbundledProgram() {
  const source = await readFile(path.join(root, 'bin/audiobook.js'), 'utf8');
  const unbundled = source.replace("'../dist/cli.js'", "'./cli/main.js'");
  if (unbundled === source) throw new Error('bin/audiobook.js does not import ../dist/cli.js any longer.');
  return unbundled;
}

function row(what, { files, processes }, goal) {
  return [
    what,
    String(files.size),
    String([...files.values()].reduce((sum, count) => sum + count, 0)),
    String(processes),
    goal,
  ];
}

function rooms({ files }) {
  const counts = new Map();
  for (const file of files.keys()) {
    const [room = ''] = file.split('/');
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([room, count]) => `${room} ${count}`)
    .join(', ');
}

/** Runs `action` with V8's coverage and returns what ran in all processes, and in the one of the command line. */
async function coverageOf(name, action) {
  const covered = path.join(folder, name);
  const empty = path.join(folder, 'home');
  await action({
    PATH: process.env.PATH,
    HOME: empty,
    NODE_V8_COVERAGE: covered,
    NODE_OPTIONS: `--import=${pathToFileURL(hook).href}`,
  });
  const all = { files: new Map(), processes: 0 };
  const ids = new Set();
  let main = { files: new Map(), processes: 1 };
  for (const file of await readdir(covered)) {
    const { result } = JSON.parse(await readFile(path.join(covered, file), 'utf8'));
    const files = filesOf(result);
    ids.add(/^coverage-(\d+)-/u.exec(file)?.[1]);
    for (const [own, count] of files) all.files.set(own, Math.max(all.files.get(own) ?? 0, count));
    if (result.some(({ url }) => url.endsWith('/build/unbundled.mjs'))) main = { files, processes: 1 };
  }
  return { all: { ...all, processes: ids.size }, main };
}

/** Returns how many functions ran in each file; the module itself is none. */
function filesOf(result) {
  const files = new Map();
  for (const { url, functions } of result) {
    if (!url.startsWith('file:') || !fileURLToPath(url).startsWith(`${build}/`) || url.endsWith('/unbundled.mjs'))
      continue;
    const ran = functions.filter(({ ranges: [range] }) => range.count > 0 && range.startOffset > 0).length;
    if (ran > 0) files.set(path.relative(build, fileURLToPath(url)), ran);
  }
  return files;
}

async function speakThreeLines(environment) {
  const server = start(['serve', '--port', '0'], environment);
  try {
    const url = await addressOf(server);
    const body = new FormData();
    body.set('file', new Blob(['The lamp went out.\nNobody spoke.\nThe tide had turned.']), 'lamp.txt');
    body.set('voice', 'flite:slt');
    const response = await fetch(new URL('/synthesize', url), { method: 'POST', body });
    if (!response.ok) throw new Error(`POST /synthesize answers ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  }
}

/** Returns the address that the service prints. */
async function addressOf(server) {
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (data) => (printed += data));
  const end = AbortSignal.timeout(60_000);
  while (!end.aborted) {
    const [url] = /http:\/\/[\w.:[\]]+/u.exec(printed) ?? [];
    if (url) return url;
    if (server.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The service did not start:\n${printed}`);
}

async function run(args, environment) {
  const child = start(args, environment);
  let errors = '';
  child.stdout.resume();
  child.stderr.on('data', (data) => (errors += data));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}:\n${errors}`);
}

function start(args, environment) {
  return spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
