import { describe, expect, it } from 'vitest';
import { decodeWav } from '../../src/core/wav.ts';
import { growableHeaderBytes, wavHeader } from '../../src/core/wav-header.ts';

const data = Buffer.from(Int16Array.from([1, -2, 3]).buffer);

describe('wavHeader', () => {
  it('writes the 44 bytes of a plain WAV file', () => {
    const header = wavHeader({ sampleRate: 24_000, dataBytes: 6 });
    expect(header.toString('hex')).toBe(
      '524946462a00000057415645666d74201000000001000100c05d000080bb0000020010006461746106000000',
    );
  });

  it('puts chunks between the format and the samples', () => {
    const chunks = [{ id: 'crc ', bytes: Buffer.from([1, 2, 3, 4]) }];
    const file = Buffer.concat([wavHeader({ sampleRate: 24_000, dataBytes: 6, chunks }), data]);
    expect([file.toString('latin1', 36, 40), file.readUInt32LE(4)]).toEqual(['crc ', file.length - 8]);
    expect(decodeWav(file).samples).toEqual(Int16Array.from([1, -2, 3]));
  });

  it('has one length for any size when it is growable', () => {
    for (const dataBytes of [0, 6, 2 ** 32, 2 ** 40]) {
      expect(wavHeader({ sampleRate: 24_000, dataBytes, isGrowable: true })).toHaveLength(growableHeaderBytes);
    }
    const file = Buffer.concat([wavHeader({ sampleRate: 24_000, dataBytes: 6, isGrowable: true }), data]);
    expect(decodeWav(file).samples).toEqual(Int16Array.from([1, -2, 3]));
  });

  it('becomes RF64 above 4 GB', () => {
    const header = wavHeader({ sampleRate: 24_000, dataBytes: 2 ** 33, isGrowable: true });
    expect([header.toString('latin1', 0, 4), header.toString('latin1', 12, 16)]).toEqual(['RF64', 'ds64']);
    expect([header.readUInt32LE(4), header.readUInt32LE(76)]).toEqual([0xffffffff, 0xffffffff]);
    expect(header.readBigUInt64LE(28)).toBe(BigInt(2 ** 33));
  });

  it('stays plain when it is not growable, and says the largest size that it can', () => {
    const header = wavHeader({ sampleRate: 24_000, dataBytes: 2 ** 33 });
    expect([header.length, header.toString('latin1', 0, 4)]).toEqual([44, 'RIFF']);
    expect([header.readUInt32LE(4), header.readUInt32LE(40)]).toEqual([0xffffffff, 0xffffffff]);
  });
});
