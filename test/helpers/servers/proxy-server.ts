import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A running proxy. */
export interface ProxyServer extends AsyncDisposable {
  readonly url: string;
  /** What was asked of it: `CONNECT host:port` or `GET http://host:port/path`. */
  readonly requests: readonly string[];
}

/** Starts a proxy that opens tunnels and passes requests on. With an address, all tunnels lead there. */
export async function startProxyServer(everywhere?: string): Promise<ProxyServer> {
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const { method, headers } = incoming;
    request(incoming.url ?? '', { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    })
      .on('error', () => response.destroy())
      .end();
  });
  server.on('connect', (incoming, client, head) => {
    requests.push(`CONNECT ${incoming.url}`);
    const [host = '', port] = (everywhere === undefined ? (incoming.url ?? '') : new URL(everywhere).host).split(':');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    target.on('error', () => client.destroy());
    client.on('error', () => target.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
