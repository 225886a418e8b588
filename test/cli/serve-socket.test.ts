import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cliProgram } from '../helpers/run-cli.ts';
import { rawRequest } from '../helpers/raw-request.ts';
import { bookForm, post } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Keeps the socket open, as systemd does, and runs the service twice. Each run prints its process id first. */
const script = `
run() { sh -c 'echo $$; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"' sh "$@"; }
run "$@" && run "$@"
`;

/** Starts the script on a new socket, which only the script keeps open. */
async function startOnSocket(folder: string) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { _handle: handle } = server as unknown as { _handle: { fd: number } };
  const serve = [process.execPath, cliProgram, 'serve', '--host', '127.0.0.1', '--grace', '5'];
  const env = { PATH: process.env['PATH'], HOME: folder, AUDIOBOOK_CACHE_DIR: folder, AUDIOBOOK_FREE_DISK_MB: '1' };
  const stdio = ['ignore', 'pipe', 'inherit', handle.fd] as const;
  const child = spawn('sh', ['-c', script, 'sh', ...serve], { env, stdio: [...stdio] });
  server.close();
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  return { url: `http://127.0.0.1:${port}`, next, ended: once(child, 'exit') };
}

describe.skipIf(process.platform === 'win32')('audiobook serve on the socket of another process', () => {
  it('refuses nobody while one service ends and the next one starts', async () => {
    const { url, next, ended } = await startOnSocket(await temporaryFolder());
    const first = Number(await next());
    onTestFinished(() => kill(first, 'SIGKILL'));
    expect(await next()).toBe(url);
    const asked = [];
    for (const signal of [0, 'SIGTERM', 0, 0] as const) {
      asked.push(rawRequest(`${url}/tasks`, {}));
      await asked[0];
      kill(first, signal);
    }
    const second = Number(await next());
    onTestFinished(() => kill(second, 'SIGKILL'));
    // The first service has ended, and the second one loads its modules.
    const created = await post(`${url}/jobs`, await bookForm({ kind: 'synthesize', max_chapters: '1' }));
    expect([created.status, await next()]).toEqual([202, url]);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    kill(second, 'SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

function kill(pid: number, signal: NodeJS.Signals | 0): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
