import { describe, expect, it } from 'vitest';
import { partBytes } from '../../src/web/offline/kept-record.ts';
import { keptResponse } from '../../src/web/offline/kept-response.ts';

const bytes = partBytes * 2 + 10;
const file = { bytes, mediaType: 'audio/mp4' };
const content = Uint8Array.from({ length: bytes }, (_, at) => (at >> 8) ^ at);
const partsRead: number[] = [];

async function ask(range: string | null): Promise<Response> {
  partsRead.length = 0;
  return await Promise.resolve(
    keptResponse(file, range, async (part) => {
      partsRead.push(part);
      return await Promise.resolve(content.slice(part * partBytes, (part + 1) * partBytes).buffer);
    }),
  );
}

describe('a kept file', () => {
  it('is sent in ranges, of which only the parts that they touch are read', async () => {
    for (const [range, start, end, parts] of [
      ['bytes=0-1', 0, 2, [0]],
      [`bytes=${partBytes - 2}-${partBytes + 1}`, partBytes - 2, partBytes + 2, [0, 1]],
      [`bytes=${partBytes}-${partBytes}`, partBytes, partBytes + 1, [1]],
      [`bytes=${bytes - 5}-`, bytes - 5, bytes, [2]],
      ['bytes=-3', bytes - 3, bytes, [2]],
      [`bytes=${bytes - 1}-${bytes * 9}`, bytes - 1, bytes, [2]],
    ] as const) {
      const response = await ask(range);
      const sent = new Uint8Array(await response.arrayBuffer());
      expect([range, response.status, response.headers.get('content-range')]).toEqual([
        range,
        206,
        `bytes ${start}-${end - 1}/${bytes}`,
      ]);
      expect(response.headers.get('content-length')).toBe(String(end - start));
      expect(Buffer.compare(sent, content.slice(start, end))).toBe(0);
      expect(partsRead).toEqual(parts);
    }
  });

  it('is sent whole without a range, and with an invalid one', async () => {
    for (const range of [null, 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2']) {
      const response = await ask(range);
      expect([range, response.status, response.headers.get('accept-ranges')]).toEqual([range, 200, 'bytes']);
      expect(Buffer.compare(new Uint8Array(await response.arrayBuffer()), content)).toBe(0);
    }
  });

  it('refuses a range behind its end', async () => {
    for (const range of [`bytes=${bytes}-`, 'bytes=-0']) {
      const response = await ask(range);
      expect([range, response.status, response.headers.get('content-range')]).toEqual([range, 416, `bytes */${bytes}`]);
    }
  });
});
