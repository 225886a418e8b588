import { Transform } from 'node:stream';
import { crc32 } from 'node:zlib';

/** Method deflate, no flags, no time, unknown system (RFC 1952). */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** A block without data: bytes on the wire that decode to nothing (RFC 1951, 3.2.4). */
export const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff]);

const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);
const maxBlock = 0xffff;

/**
 * Returns a stream that packs data into the rest of a gzip file whose header was sent, without compressing it. Zlib does not do:
 * it writes no second empty block.
 */
export function storedGzip(): Transform {
  let crc = 0;
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      crc = crc32(chunk, crc);
      bytes += chunk.length;
      for (let start = 0; start < chunk.length; start += maxBlock) {
        const part = chunk.subarray(start, start + maxBlock);
        const head = Buffer.alloc(5);
        head.writeUInt16LE(part.length, 1);
        head.writeUInt16LE(maxBlock - part.length, 3);
        this.push(head);
        this.push(part);
      }
      done();
    },
    flush(done) {
      const tail = Buffer.alloc(8);
      tail.writeUInt32LE(crc, 0);
      tail.writeUInt32LE(bytes % 2 ** 32, 4);
      done(undefined, Buffer.concat([lastBlock, tail]));
    },
  });
}
