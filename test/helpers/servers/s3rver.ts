import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

/** The package has no types. */
interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);

/** Starts the S3 server of the registry with the bucket `books` until the test ends, and returns its address. Keys: `S3RVER` twice. */
export async function startS3rver(): Promise<string> {
  const Server: new (options: Readonly<Record<string, unknown>>) => S3rver = require('s3rver');
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: await temporaryFolder(),
    configureBuckets: [{ name: 'books' }],
  });
  const { port } = await server.run();
  onTestFinished(async () => await server.close());
  return `http://127.0.0.1:${port}`;
}
