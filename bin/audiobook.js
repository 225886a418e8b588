#!/usr/bin/env node
import process from 'node:process';
import envPaths from 'env-paths';
import { main } from '../dist/cli.js';

// The AWS SDK would warn on stderr about its own support of Node versions.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const { config, cache, data, log } = envPaths('audiobook', { suffix: '' });
const controller = new AbortController();
const reloads = new EventTarget();
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
process.stdout.on('error', (error) => {
  controller.abort(error);
  // A closed pipe (`| head`) is not an error.
  if (error.code === 'EPIPE') return;
  process.stderr.write(`audiobook: Standard output cannot be written (${error.code}).\n`);
  process.exitCode = 7; // As for any output that cannot be written.
});

const exitCode = await main({
  argv: process.argv.slice(2),
  environment: process.env,
  workingFolder: process.cwd(),
  configFolder: config,
  cacheFolder: cache,
  // On Linux it is the folder for state of the XDG specification.
  stateFolder: process.platform === 'linux' ? log : data,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: controller.signal,
  reloads,
});
// A failed write to standard output may have set it already.
process.exitCode ??= exitCode;
