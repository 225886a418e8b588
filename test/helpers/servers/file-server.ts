import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Faults of one answer of the server. */
export interface FileFault {
  /** Breaks the connection after this many bytes of the body. */
  readonly cutAfter?: number;
  /** Ends the body properly after this many bytes, without a declared length. */
  readonly endAfter?: number;
  /** Sends the whole file to a request for a part. */
  readonly ignoresRange?: boolean;
  /** Another status, without the file. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends this instead of the file. */
  readonly body?: Buffer;
  /** Stops sending after this many bytes and keeps the connection. */
  readonly hangAfter?: number;
}

/** A running server of files. */
export interface FileServer extends AsyncDisposable {
  readonly url: string;
  /** `GET /path` and the range of each request, in order. */
  readonly requests: string[];
  /** Faults of the next answers, the first one next. `undefined` is an answer without a fault. */
  readonly faults: (FileFault | undefined)[];
}

/** Starts a server of files by path, with ETags and ranges as Hugging Face has them. */
export async function startFileServer(files: Readonly<Record<string, Buffer>>, port = 0): Promise<FileServer> {
  const requests: string[] = [];
  const faults: (FileFault | undefined)[] = [];
  const server = createServer((request, response) => {
    const range = request.headers.range ?? '';
    requests.push(`${request.method} ${request.url}${range === '' ? '' : ` ${range}`}`);
    answer(files, request, response, faults.shift() ?? {});
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    faults,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

function answer(
  files: Readonly<Record<string, Buffer>>,
  request: IncomingMessage,
  response: ServerResponse,
  fault: FileFault,
): void {
  const file = fault.body ?? files[request.url ?? ''];
  if (fault.status !== undefined || !file) {
    response.writeHead(fault.status ?? 404, fault.headers).end('no file');
    return;
  }
  const etag = `"${file.length}-${file.subarray(0, 8).toString('hex')}"`;
  const asked = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? '')?.[1] ?? 0);
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const start = fault.ignoresRange || !isSame ? 0 : asked;
  if (start >= file.length && start > 0) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
    return;
  }
  const body = file.subarray(start);
  const headers = { etag, ...(fault.endAfter === undefined && { 'content-length': body.length }), ...fault.headers };
  if (start > 0) {
    response.writeHead(206, { ...headers, 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` });
  } else response.writeHead(200, headers);
  if (fault.cutAfter !== undefined) response.write(body.subarray(0, fault.cutAfter), () => response.socket?.end());
  else if (fault.hangAfter !== undefined) response.write(body.subarray(0, fault.hangAfter));
  else response.end(body.subarray(0, fault.endAfter));
}
