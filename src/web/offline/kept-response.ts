import { partBytes } from './kept-record.ts';
import type { KeptFile } from './kept-record.ts';

/** Reads a part of a file. */
export type ReadPart = (part: number) => Promise<ArrayBuffer>;

/** Returns the response to a request for a kept file: all of it, or the range that is asked for (RFC 9110, 14). */
export function keptResponse(
  { bytes, mediaType }: Pick<KeptFile, 'bytes' | 'mediaType'>,
  range: string | null,
  read: ReadPart,
): Response {
  const headers = { 'Content-Type': mediaType, 'Accept-Ranges': 'bytes' };
  const asked = parseRange(range, bytes);
  if (asked === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${bytes}` } });
  }
  const { start, end } = asked ?? { start: 0, end: bytes };
  const length = { 'Content-Length': String(end - start) };
  const body = streamOf(start, end, read);
  if (!asked) return new Response(body, { status: 200, headers: { ...headers, ...length } });
  const contentRange = { 'Content-Range': `bytes ${start}-${end - 1}/${bytes}` };
  return new Response(body, { status: 206, headers: { ...headers, ...length, ...contentRange } });
}

interface ByteRange {
  readonly start: number;
  /** After the last byte. */
  readonly end: number;
}

/** Returns the range of a `Range` header, or undefined for what is to be answered with all of the file: no, several or other ranges. */
function parseRange(header: string | null, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(header?.trim() ?? '') ?? [];
  if (first !== '') return rangeFrom(Number(first), last === '' ? bytes - 1 : Number(last), bytes);
  if (last === '') return undefined;
  const length = Math.min(bytes, Number(last));
  return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes };
}

function rangeFrom(start: number, last: number, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  if (start >= bytes) return 'unsatisfiable';
  return last < start ? undefined : { start, end: Math.min(bytes, last + 1) };
}

/** Reads one part after the other, as the player takes them. */
function streamOf(start: number, end: number, read: ReadPart): ReadableStream<Uint8Array> {
  let at = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = Math.floor(at / partBytes);
        const partStart = part * partBytes;
        const content = new Uint8Array(
          await read(part),
          at - partStart,
          Math.min(end - partStart, partBytes) - (at - partStart),
        );
        controller.enqueue(content);
        at += content.byteLength;
        if (at >= end) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
