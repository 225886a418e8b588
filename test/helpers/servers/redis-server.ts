import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { isProgramMissing } from '../is-program-missing.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Whether no Redis is installed, so that tests with a queue are skipped. */
export const isRedisMissing = isProgramMissing('redis-server');

/** A Redis server in a folder of its own. */
export interface RedisServer {
  readonly url: string;
  /** Ends it at once, as a power cut does. What was not written to its folder is lost. */
  kill(): Promise<void>;
  /** Starts it again at the same address with what its folder holds. */
  restart(): Promise<void>;
}

/** Starts a Redis server that keeps everything in an append-only file, until the test ends. */
export async function startRedis({ keeps = true }: { readonly keeps?: boolean } = {}): Promise<RedisServer> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const flags = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const start = async (): Promise<ChildProcess> => {
    const child = spawn('redis-server', [...flags, '--appendonly', keeps ? 'yes' : 'no', '--appendfsync', 'always'], {
      stdio: 'ignore',
    });
    await untilItAnswers(port, child);
    return child;
  };
  let server = await start();
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async restart() {
      server = await start();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

/** Waits until the server has loaded its file: before that it answers with errors. */
async function untilItAnswers(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if ((await answerOf(port)).startsWith('+PONG')) return;
    await delay(20);
  }
  throw new Error('Redis has ended before it was ready.');
}

async function answerOf(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [answer] = await once(socket, 'data');
    return String(answer);
  } catch {
    return '';
  } finally {
    socket.destroy();
  }
}
