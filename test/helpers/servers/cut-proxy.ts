import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to a service at one address, which can be cut and can lead elsewhere. */
export interface CutProxy extends AsyncDisposable {
  readonly url: string;
  /** Address of the service. Undefined: connections are closed at once. */
  target: string | undefined;
  /** Bytes that a connection may send until it is cut. */
  maxSent: number;
}

/** Starts a proxy on a free port of this machine. */
export async function startCutProxy(target?: string): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const { hostname, port } = new URL(proxy.target ?? 'http://127.0.0.1:9');
    const onward = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    let sent = 0;
    socket.on('data', (bytes) => {
      sent += bytes.length;
      if (sent > proxy.maxSent) socket.destroy();
    });
    socket.pipe(onward);
    onward.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: CutProxy = {
    url: `http://127.0.0.1:${port}`,
    target,
    maxSent: Infinity,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return proxy;
}
