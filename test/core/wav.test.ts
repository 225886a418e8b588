import { describe, expect, it } from 'vitest';
import { decodeWav, encodeWav } from '../../src/core/wav.ts';

const samples = Int16Array.from([0, 1000, -1000, 32_767, -32_768, 5]);
const pcmBytes = Buffer.from(samples.buffer);

const noBytes: Uint8Array = new Uint8Array();

/** `fmt ` chunk of a format. */
function format({ tag = 1, channels = 1, rate = 24_000, bits = 16, extra = noBytes } = {}): Buffer {
  const body = Buffer.alloc(16);
  body.writeUInt16LE(tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rate, 4);
  body.writeUInt32LE((rate * channels * bits) / 8, 8);
  body.writeUInt16LE((channels * bits) / 8, 12);
  body.writeUInt16LE(bits, 14);
  return chunk('fmt ', Buffer.concat([body, extra]));
}

function chunk(name: string, body: Uint8Array, size = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

function riff(chunks: readonly Buffer[], { id = 'RIFF', size = -1 } = {}): Buffer {
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(size < 0 ? body.length : size, 4);
  return Buffer.concat([head, body]);
}

/** The format code and the tail of a GUID, as in WAVE_FORMAT_EXTENSIBLE. */
function subFormat(tag: number): Buffer {
  const extra = Buffer.alloc(24);
  extra.writeUInt16LE(22, 0);
  extra.writeUInt16LE(tag, 8);
  return extra;
}

function floats(bytes: 4 | 8): Buffer {
  const body = Buffer.alloc(samples.length * bytes);
  for (const [index, sample] of samples.entries()) {
    if (bytes === 4) body.writeFloatLE(sample / 32_767, index * 4);
    else body.writeDoubleLE(sample / 32_767, index * 8);
  }
  return body;
}

function widened(bytes: 3 | 4): Buffer {
  return Buffer.concat(
    [...samples].map((sample) => {
      const wide = Buffer.alloc(bytes);
      wide.writeInt16LE(sample, bytes - 2);
      return wide;
    }),
  );
}

/** A chunk whose last byte, which pads it, is not 0. */
function unclean(padded: Buffer): Buffer {
  return Buffer.concat([padded.subarray(0, -1), Buffer.from('x')]);
}

function longSizes(dataBytes: number): Buffer {
  const body = Buffer.alloc(28);
  body.writeBigUInt64LE(BigInt(dataBytes), 8);
  return chunk('ds64', body);
}

const stereo = Buffer.concat(
  [...samples].map((sample) => {
    const pair = Buffer.alloc(4);
    pair.writeInt16LE(sample, 0);
    pair.writeInt16LE(sample, 2);
    return pair;
  }),
);
const plain = chunk('data', pcmBytes);
const list = chunk('LIST', Buffer.from('INFOISFT\u000e\0\0\0Lavf59.27.100\0', 'latin1'));

describe('a complete WAV file of any kind', () => {
  it.each<[string, Uint8Array]>([
    ['our own', Buffer.from(encodeWav({ samples, sampleRate: 24_000 }))],
    ['sizes 0xFFFFFFFF (OpenAI)', riff([format(), chunk('data', pcmBytes, 0xffffffff)], { size: 0xffffffff })],
    ['a LIST before the samples (Kokoro)', riff([format(), list, chunk('data', pcmBytes, 0xffffffff)])],
    ['sizes 0x7FFFFFFF', riff([format(), chunk('data', pcmBytes, 0x7fffffff)], { size: 0x7fffffff })],
    ['sizes 0x7FFFF000 (espeak)', riff([format(), chunk('data', pcmBytes, 0x7ffff000)], { size: 0x7ffff024 })],
    ['sizes 0 (libsndfile)', riff([format(), chunk('data', pcmBytes, 0)], { size: 0 })],
    ['bext and junk first', riff([chunk('bext', Buffer.alloc(605)), chunk('JUNK', Buffer.alloc(28)), format(), plain])],
    ['a LIST after the samples', riff([format(), plain, list])],
    ['float, 32 bit', riff([format({ tag: 3, bits: 32 }), chunk('data', floats(4))])],
    ['float, 64 bit', riff([format({ tag: 3, bits: 64 }), chunk('data', floats(8))])],
    ['24 bit', riff([format({ bits: 24 }), chunk('data', widened(3))])],
    ['32 bit', riff([format({ bits: 32 }), chunk('data', widened(4))])],
    ['EXTENSIBLE', riff([format({ tag: 0xfffe, extra: subFormat(1) }), plain])],
    ['EXTENSIBLE float', riff([format({ tag: 0xfffe, bits: 32, extra: subFormat(3) }), chunk('data', floats(4))])],
    [
      'RF64',
      riff([longSizes(pcmBytes.length), format(), chunk('data', pcmBytes, 0xffffffff)], {
        id: 'RF64',
        size: 0xffffffff,
      }),
    ],
    ['the size of a first piece', riff([format(), chunk('data', pcmBytes.subarray(0, 4)), pcmBytes.subarray(4)])],
    ['stereo', riff([format({ channels: 2 }), chunk('data', stereo)])],
    ['an odd byte at the end', riff([format(), chunk('data', Buffer.concat([pcmBytes, Buffer.from([7])]))])],
    ['an odd chunk without padding', riff([format(), chunk('note', Buffer.from('odd')).subarray(0, -1), plain])],
    ['an odd chunk padded with anything', riff([format(), unclean(chunk('note', Buffer.from('odd'))), plain])],
    ['bytes in the midst of a buffer', Buffer.concat([Buffer.alloc(3), riff([format(), plain])]).subarray(3)],
  ])('%s', (_name, file) => {
    const pcm = decodeWav(file);
    expect(pcm.sampleRate).toBe(24_000);
    expect([...pcm.samples].map((sample) => Math.max(sample, -32_767))).toEqual([0, 1000, -1000, 32_767, -32_767, 5]);
  });

  it('8 bit', () => {
    const file = riff([format({ bits: 8, rate: 8000 }), chunk('data', Buffer.from([128, 0, 255, 192]))]);
    expect(decodeWav(file)).toEqual({ sampleRate: 8000, samples: Int16Array.from([0, -32_768, 32_512, 16_384]) });
  });

  it('mixes channels and reads samples that are not numbers as silence', () => {
    const body = Buffer.alloc(16);
    for (const [index, value] of [1, 0, Number.NaN, -0.5].entries()) body.writeFloatLE(value, index * 4);
    const file = riff([format({ tag: 3, channels: 2, bits: 32 }), chunk('data', body)]);
    expect([...decodeWav(file).samples]).toEqual([16_384, -8192]);
  });
});

describe('several files in one body', () => {
  const streamed = riff([format(), chunk('data', pcmBytes, 0xffffffff)], { size: 0xffffffff });
  const whole = riff([format(), plain, list]);

  it.each<[string, readonly Uint8Array[]]>([
    ['with sizes 0xFFFFFFFF', [streamed, streamed, streamed]],
    ['with their sizes', [whole, whole, whole]],
    ['of different kinds', [streamed, riff([format({ tag: 3, bits: 32 }), chunk('data', floats(4))]), whole]],
  ])('%s are read one after the other, without their headers', (_name, files) => {
    const { samples: read } = decodeWav(Buffer.concat(files));
    expect([...read].map((sample) => Math.max(sample, -32_767))).toEqual(
      Array.from({ length: 3 }, () => [0, 1000, -1000, 32_767, -32_767, 5]).flat(),
    );
  });

  it.each<[string, readonly Uint8Array[], string]>([
    ['of different rates', [streamed, riff([format({ rate: 16_000 }), plain])], '24000 and 16000 samples per second'],
    ['of which the second is cut off', [streamed, whole.subarray(0, 30)], 'cut off before its samples'],
    ['one inside the samples of the other', [riff([format(), chunk('data', whole)])], 'inside the samples of another'],
  ])('%s are refused', (_name, files, message) => {
    const error = expect.objectContaining({ code: 'provider-failed', retryable: true });
    expect(() => decodeWav(Buffer.concat(files))).toThrow(error);
    expect(() => decodeWav(Buffer.concat(files))).toThrow(message);
  });
});

/** Returns samples of 0 and of this real number, as they are read. */
function decoded(value: number): Int16Array {
  const body = Buffer.alloc(8);
  body.writeFloatLE(value, 4);
  return decodeWav(riff([format({ tag: 3, bits: 32 }), chunk('data', body)])).samples;
}

describe('samples that are real numbers', () => {
  it('are cut at full scale where they are a little above it', () => expect([...decoded(-3.9)]).toEqual([0, -32_768]));
  it('are refused far above it, as those scaled as whole numbers are', () => {
    expect(() => decoded(-4.1)).toThrow(expect.objectContaining({ code: 'provider-failed', retryable: true }));
    expect(() => decoded(9000)).toThrow('9000 times full scale');
  });
});

describe('anything else is a retryable failure that reports what was received', () => {
  const whole = riff([format(), plain]);
  it.each<[string, Uint8Array, string]>([
    ['nothing', Buffer.alloc(0), 'an empty response'],
    ['JSON', Buffer.from('{"error":"model not loaded"}'), 'JSON: {"error":"model not loaded"}'],
    ['a web page', Buffer.from('<!DOCTYPE html><title>502'), 'a web page: <!DOCTYPE html>'],
    ['MP3 with a tag', Buffer.from('ID3\u0004\0\0'), 'MP3'],
    ['an MP3 frame', Buffer.concat([Buffer.from([0xff, 0xf3, 0x84, 0xc4]), Buffer.alloc(188)]), 'MP3'],
    ['Ogg', Buffer.from('OggS\0'), 'Ogg'],
    ['another RIFF file', Buffer.from('RIFFxxxxAVI '), 'got RIFF'],
    ['something else', Buffer.from('xxxxxxxxxxxx'), '12 bytes of something else'],
    ['a cut end', whole.subarray(0, -4), 'cut off: 8 of 12 bytes'],
    [
      'an RF64 with a cut end',
      riff([longSizes(100), format(), chunk('data', pcmBytes, 0xffffffff)], { id: 'RF64' }),
      '12 of 100',
    ],
    ['a cut header', whole.subarray(0, 30), 'cut off before its samples'],
    ['no format', riff([plain]), 'no format chunk before its samples'],
    ['no channel', riff([format({ channels: 0 }), plain]), '0 channels'],
  ])('%s', (_name, bytes, message) => {
    const error = expect.objectContaining({ code: 'provider-failed', retryable: true });
    expect(() => decodeWav(bytes)).toThrow(error);
    expect(() => decodeWav(bytes)).toThrow(message);
  });

  it('an unsupported encoding is reported and not retryable', () => {
    const file = riff([format({ tag: 7, bits: 8 }), plain]);
    expect(() => decodeWav(file)).toThrow(expect.objectContaining({ code: 'provider-failed', retryable: false }));
  });
});
