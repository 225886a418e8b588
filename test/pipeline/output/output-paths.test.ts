import { describe, expect, it } from 'vitest';
import { outputTarget } from '../../../src/pipeline/output/output-paths.ts';

const choices = { bookFile: '/books/tram.epub', defaultFormat: 'mp3', workingFolder: '/out' } as const;

describe('the format of an output', () => {
  it.each([
    ['x.mp3', 'mp3'],
    ['x.M4B', 'm4b'],
    ['x.m4a', 'm4b'],
    ['x.mp4', 'm4b'],
    ['x.aac', 'm4b'],
    ['x.opus', 'opus'],
    ['x.ogg', 'opus'],
    ['x.oga', 'opus'],
    ['x.flac', 'flac'],
    ['x.wav', 'wav'],
  ])('of the name %s is %s', (output, format) => {
    expect(outputTarget({ ...choices, output })).toMatchObject({ output, format });
  });

  it('is the default one for a file without a name', () => {
    expect(outputTarget(choices)).toMatchObject({ output: '/out/tram.mp3', format: 'mp3' });
  });

  it.each(['x.txt', 'x.constructor'])('of the name %s, whose ending stands for none, is refused', (output) => {
    expect(() => outputTarget({ ...choices, output })).toThrow(/ends in \.mp3, \.m4b/u);
  });
});
