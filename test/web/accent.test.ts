import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accentColors, contrast, tintOf } from '../../src/web/shell/accent.ts';
import type { Rgb } from '../../src/web/shell/accent.ts';

const css = readFileSync(new URL('../../src/web/styles/tokens.css', import.meta.url), 'utf8');
const papers = { light: papersOf(1), dark: papersOf(2) };

/** Returns the colors of the page that an accent is seen on: the first or the second of each pair. */
function papersOf(place: 1 | 2): readonly Rgb[] {
  return ['paper', 'raised', 'sunken'].map((name) => {
    const pair = new RegExp(`--${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\);`, 'u').exec(css);
    const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = Buffer.from(pair?.[place] ?? '', 'hex');
    return [red, green, blue];
  });
}

function picture(...colors: readonly Rgb[]): Uint8ClampedArray {
  return Uint8ClampedArray.from(
    Array.from({ length: 576 }, (_, at) => [...(colors[at % colors.length] ?? []), 255]).flat(),
  );
}

describe('the accent of a cover', () => {
  it('has the contrast of text with all that it is seen on, for every hue and saturation, in light and dark', () => {
    for (const scheme of ['light', 'dark'] as const) {
      for (let hue = 0; hue < 360; hue += 5) {
        for (const saturation of [0.2, 0.5, 0.75, 1]) {
          const colors = accentColors({ hue, saturation }, scheme);
          const { '--accent': accent, '--accent-wash': wash, '--on-accent': onAccent } = colors;
          const others = [...papers[scheme], wash, onAccent].filter((one) => one !== undefined);
          const contrasts = others.map((other) => contrast(accent ?? other, other));
          expect(contrasts).toHaveLength(5);
          expect(Math.min(...contrasts), `${scheme} ${hue} ${saturation}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  it('is that of most colorful pixels, and none for a picture without color', () => {
    expect(tintOf(picture([200, 30, 30], [240, 240, 240], [20, 20, 20]))?.hue).toBeCloseTo(0, 0);
    expect(tintOf(picture([20, 60, 200], [20, 60, 200], [200, 180, 20]))?.hue).toBeCloseTo(227, 0);
    for (const gray of [
      [0, 0, 0],
      [255, 255, 255],
      [128, 126, 127],
    ] as const)
      expect(tintOf(picture(gray))).toBeUndefined();
    expect(tintOf(new Uint8ClampedArray(2304))).toBeUndefined();
  });
});
