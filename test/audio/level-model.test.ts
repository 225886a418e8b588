import { describe, expect, it } from 'vitest';
import { peakOf } from '../../src/audio/loudness/apply-gain.ts';
import { leveled, LevelModel } from '../../src/audio/loudness/level-model.ts';
import type { Gains, Piece } from '../../src/audio/loudness/level-model.ts';
import { hopEnergies, LoudnessMeter } from '../../src/audio/loudness/loudness-meter.ts';
import { segmentCorrection, segmentLoudness } from '../../src/audio/loudness/segment-loudness.ts';
import { testRate, voice } from './sound.ts';

/** Returns speech with short peaks, which a limiter takes down. */
function spoken(seconds: number, amplitude: number): Piece {
  const samples = voice(seconds, amplitude).map((sample, at) => (at % 1500 < 15 ? sample * 2.5 : sample));
  const energies = hopEnergies({ samples, sampleRate: testRate });
  return { samples, energies, loudness: segmentLoudness(energies), peak: peakOf(samples) };
}

function measuredLufs(pieces: readonly Piece[], gains: Gains): number {
  const meter = new LoudnessMeter(testRate);
  for (const piece of pieces) meter.add(leveled(piece, testRate, gains));
  return meter.integrated();
}

describe('the correction of a segment', () => {
  it.each([
    [-23, -20, 3],
    [-17, -20, -3],
    [-26, -20, 6],
    [-32, -20, 6],
    [-8, -20, -6],
    [-Infinity, -20, 0],
    [-20, -Infinity, 0],
  ])('brings %d LUFS toward %d LUFS by %d dB, at most 6', (lufs, reference, correction) => {
    expect(segmentCorrection({ lufs, seconds: 5 }, reference)).toBe(correction);
  });
});

describe('LevelModel', () => {
  it('predicts the loudness after corrections, gain and limiter, also of a book longer than what it keeps', () => {
    const pieces = Array.from({ length: 30 }, (_, index) => spoken(10, index < 15 ? 1500 : 6000));
    const model = new LevelModel(testRate);
    for (const piece of pieces) model.add(piece);
    for (const gains of [
      { referenceLufs: model.median(), gainDb: 0, ceilingDb: -2 },
      { referenceLufs: model.median(), gainDb: 14, ceilingDb: -2 },
      { referenceLufs: -30, gainDb: 16, ceilingDb: -4 },
    ]) {
      expect(Math.abs(model.loudness(gains) - measuredLufs(pieces, gains))).toBeLessThan(0.2);
    }
    const shape = { referenceLufs: model.median(), ceilingDb: -2 };
    const gainDb = model.gainFor(-18, shape);
    expect(Math.abs(measuredLufs(pieces, { ...shape, gainDb }) + 18)).toBeLessThan(0.2);
    expect(model.peakDb({ ...shape, gainDb })).toBe(-2);
  });

  it('names the samples that it keeps, two minutes of them, and predicts the same when the others are changed', () => {
    const pieces = Array.from({ length: 30 }, () => spoken(10, 3000));
    const model = new LevelModel(testRate);
    for (const piece of pieces) model.add(piece);
    const gains = { referenceLufs: model.median(), gainDb: 14, ceilingDb: -2 };
    const before = model.loudness(gains);
    const free = pieces.filter(({ samples }) => !model.keeps(samples));
    expect(free).toHaveLength(18);
    for (const { samples } of free) samples.fill(0);
    expect(model.loudness(gains)).toBe(before);
  });

  it('amplifies by at most 24 dB', () => {
    const model = new LevelModel(testRate);
    model.add(spoken(5, 60));
    expect(model.gainFor(-18, { referenceLufs: model.median(), ceilingDb: -2 })).toBe(24);
  });
});
