import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Sends a text, compressed for those who take it so. The type of the response is set before. */
export async function sendPacked(content: string | Buffer, request: Request, response: Response): Promise<void> {
  response.vary('Accept-Encoding');
  if (request.acceptsEncodings(['gzip', 'identity']) === 'gzip')
    response.set('Content-Encoding', 'gzip').send(await promisify(gzip)(content));
  else response.send(content);
}
