import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { watchUpload } from '../../src/server/http/uploads/watch-upload.ts';

describe('the watch over an upload', () => {
  it('ends at once when the caller left before it began', async () => {
    const request = new IncomingMessage(new Socket());
    request.on('error', () => undefined).destroy();
    await once(request, 'close');
    const watch = watchUpload(request, { maxBytes: 1000, uploadIdleMs: 600_000, uploadMs: 600_000 });
    await expect(watch.broken).rejects.toMatchObject({ code: 'malformed', message: 'The upload was cut off.' });
    watch.stop();
  });
});
