import { describe, expect, it } from 'vitest';
import { readPcmResponse } from '../../src/speech/call/read-pcm-response.ts';
import { SpoiledAudioError } from '../../src/speech/call/provider-errors.ts';
import { mp3Bytes } from '../helpers/servers/spoken-mp3.ts';
import { otherFormatBytes } from '../helpers/servers/spoil-bytes.ts';
import { sampleBytes, spokenSamples, wavBytes } from '../helpers/servers/spoken-audio.ts';

const samples = spokenSamples('It was a bright cold day in April.', 24_000);
const raw = sampleBytes(samples);

function read(bytes: Uint8Array, contentType: string | undefined = 'audio/pcm') {
  return readPcmResponse(bytes, { serviceName: 'The service', sampleRate: 24_000, contentType });
}

describe('raw samples', () => {
  it.each([undefined, 'audio/pcm', 'audio/L16; rate=24000', 'application/octet-stream'])('are read as %s', (type) => {
    expect(read(raw, type)).toEqual({ samples, sampleRate: 24_000 });
  });

  it('in a WAV file are read when it has the sample rate that was asked for', () => {
    expect(read(wavBytes(samples, 24_000))).toEqual({ samples, sampleRate: 24_000 });
    expect(() => read(wavBytes(samples, 16_000))).toThrow('16000 samples per second instead of 24000.');
  });

  it.each<[string, Uint8Array, string | undefined, string]>([
    ['AIFF', otherFormatBytes(samples, 24_000), undefined, 'answered with AIFF instead of raw samples.'],
    ['MP3', mp3Bytes(samples, 24_000), undefined, 'answered with MP3 instead'],
    ['FLAC', Buffer.from('fLaC\0\0\0\u0022', 'latin1'), undefined, 'answered with FLAC instead'],
    ['Ogg', Buffer.from('OggS\0\u0002\0\0', 'latin1'), undefined, 'answered with Ogg instead'],
    [
      'a page',
      Buffer.from('\u{FEFF}<!DOCTYPE html><title>Sign in</title>'),
      undefined,
      'text instead of audio: Sign in',
    ],
    ['JSON', Buffer.from('{"error":"busy"}'), undefined, 'text instead of audio: {"error":"busy"}'],
    [
      'a sentence',
      Buffer.from('Das Kontingent ist überschritten.'),
      undefined,
      'text instead of audio: Das Kontingent',
    ],
    ['the name of a page', raw, 'text/html; charset=utf-8', 'answered with text/html; charset=utf-8 instead of audio.'],
    ['the name of JSON', raw, 'application/json', 'answered with application/json instead of audio.'],
    ['half a sample', raw.subarray(1), undefined, 'cut off.'],
    [
      'samples with a file behind them',
      Buffer.concat([raw, wavBytes(samples, 24_000)]),
      undefined,
      'raw samples and a file among them.',
    ],
    ['nothing', new Uint8Array(), undefined, 'answered with nothing.'],
  ])('are not found in %s', (_what, bytes, contentType, message) => {
    expect(() => read(bytes, contentType)).toThrow(SpoiledAudioError);
    expect(() => read(bytes, contentType)).toThrow(message);
  });
});
