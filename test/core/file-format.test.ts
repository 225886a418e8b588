import { describe, expect, it } from 'vitest';
import { fileFormat } from '../../src/core/file-format.ts';
import { encodeSamples } from '../helpers/servers/encode-samples.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { otherFormatBytes } from '../helpers/servers/spoil-bytes.ts';
import { sampleBytes, spokenSamples, wavBytes } from '../helpers/servers/spoken-audio.ts';

const samples = spokenSamples('It was a bright cold day in April.', 24_000);

describe('fileFormat', () => {
  it.each<[string, string, readonly string[]]>([
    ['MP3', 'mp3', ['-c:a', 'libmp3lame', '-id3v2_version', '0', '-write_xing', '0']],
    ['MP3', 'mp3', ['-c:a', 'libmp3lame', '-id3v2_version', '3']],
    ['MP3', 'mp3', ['-c:a', 'libmp3lame', '-ar', '44100', '-id3v2_version', '0', '-write_xing', '0']],
    ['AAC', 'adts', ['-c:a', 'aac']],
    ['FLAC', 'flac', ['-c:a', 'flac']],
    ['Ogg', 'ogg', ['-c:a', 'libopus', '-ar', '48000']],
    ['MP4', 'ipod', ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov']],
    ['WebM', 'webm', ['-c:a', 'libopus', '-ar', '48000']],
    ['AU', 'au', []],
    ['CAF', 'caf', []],
  ])('recognizes %s from %s with %j', (name, format, flags) => {
    expect(fileFormat(encodeSamples(samples, 24_000, [...flags, '-f', format]))).toBe(name);
  });

  it('recognizes WAV and AIFF', () => {
    expect(fileFormat(wavBytes(samples, 24_000))).toBe('WAV');
    expect(fileFormat(otherFormatBytes(samples, 24_000))).toBe('AIFF');
  });

  it('finds none in raw samples, whatever they begin with', () => {
    const random = seededRandom(1);
    expect(fileFormat(sampleBytes(samples))).toBeUndefined();
    expect(fileFormat(sampleBytes(new Int16Array(100)))).toBeUndefined();
    expect(fileFormat(new Uint8Array())).toBeUndefined();
    // A low byte of 0xff begins like a frame of MP3 or AAC.
    for (let first = -32_769; first < 32_768; first += 256) {
      const quiet = Int16Array.from({ length: 300 }, (_, index) =>
        index === 0 ? first : Math.floor(random() * 9) - 4,
      );
      expect(fileFormat(sampleBytes(quiet))).toBeUndefined();
    }
  });
});
