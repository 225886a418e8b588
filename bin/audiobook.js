#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';

const controller = new AbortController();
process.stdout.on('error', (error) => {
  controller.abort(error);
  // A closed pipe (`| head`) is not an error.
  if (error.code === 'EPIPE') return;
  process.stderr.write(`audiobook: Standard output cannot be written (${error.code}).\n`);
  process.exitCode = 7; // As for any output that cannot be written.
});

// A log that nobody reads any longer, or whose disk is full, does not end the work that it is about.
process.stderr.on('error', () => undefined);

const argv = process.argv.slice(2);
// The program takes longer to load than this answer.
if (argv[0] === '--version' || argv[0] === '-V') {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else {
  await runProgram();
}

/** Sees to it that there is a home: cron and containers run programs without one. */
function ensureHome() {
  // Paths below an empty or relative home would be in the working folder, each time in another one. The standard says to ignore
  // relative paths (XDG Base Directory Specification).
  for (const name of ['HOME', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME']) {
    if (process.env[name] !== undefined && !path.isAbsolute(process.env[name])) delete process.env[name];
  }
  try {
    os.homedir();
  } catch {
    // The user is not in the list of users. Container engines set this one, too.
    process.env.HOME = '/';
  }
}

async function runProgram() {
  ensureHome();
  // Otherwise V8 gives 32 MB to new objects, where 2 do: the sound, which is most of the memory, is not among them.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Sound counts as growth of the heap, which is small: it would be collected, all of it, for every 20 MB of sound.
  setFlagsFromString('--heap-growing-percent=100');
  const { default: envPaths } = await import('env-paths');
  const { config, cache, data, log } = envPaths('audiobook', { suffix: '' });
  // Since Node 22, compiled code is kept. In the folder of the user: what is in the temporary folder may be from others.
  module.enableCompileCache?.(path.join(cache, 'compiled'));
  const { main } = await import('../dist/cli.js');
  // Google's client reads these alone.
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']) {
    if (process.env[name]) process.env[name.toLowerCase()] ??= process.env[name];
  }
  // The AWS SDK would warn on stderr about its own support of Node versions.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const reloads = new EventTarget();
  stopOnSignals(reloads);
  process.on('exit', failUnlessEnded);
  const exitCode = await main({
    argv,
    environment: process.env,
    workingFolder: process.cwd(),
    configFolder: config,
    cacheFolder: cache,
    // On Linux it is the folder for state of the XDG specification.
    stateFolder: process.platform === 'linux' ? log : data,
    // Opened when it is read.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    signal: controller.signal,
    reloads,
  });
  process.off('exit', failUnlessEnded);
  // A failed write to standard output may have set it already.
  process.exitCode ??= exitCode;
}

/** Node ends a program that waits for nothing, and a library hides the exit code that Node has for this. */
function failUnlessEnded() {
  if (controller.signal.aborted) return;
  process.stderr.write(
    'audiobook: The program ended before its work was done. Run the same command again to continue.\n',
  );
  process.exitCode = 1;
}

/** @param {EventTarget} reloads */
function stopOnSignals(reloads) {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // The first signal stops and cleans up, the second one kills. The listener is removed one turn later, because
    // libraries that handle signals kill the program when theirs is the only listener.
    const stop = () => {
      if (name === 'SIGHUP' && !reloads.dispatchEvent(new Event('reload', { cancelable: true }))) return;
      controller.abort(new Error(name));
      setImmediate(() => process.off(name, stop));
    };
    process.on(name, stop);
  }
}
