/** A color as parts of 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The hue of a picture, 0 to 360, and its saturation, 0 to 1. */
export interface Tint {
  readonly hue: number;
  readonly saturation: number;
}

/** Light or dark colors of the page. */
type Scheme = 'light' | 'dark';

/** The colors of the page that an accent is seen on (`styles/tokens.css`). */
const grounds: Readonly<Record<Scheme, readonly Rgb[]>> = {
  light: [
    [250, 249, 246],
    [255, 255, 255],
    [240, 238, 232],
  ],
  dark: [
    [23, 22, 20],
    [33, 31, 28],
    [42, 40, 36],
  ],
};

const inks: Readonly<Record<Scheme, Rgb>> = { light: [35, 33, 29], dark: [236, 232, 224] };

/** Contrast of text (WCAG 2, 1.4.3). That of controls is 3. */
const textContrast = 4.5;

const bins = 24;

/** Returns the tint of most of the colorful pixels (RGBA), or undefined for a picture that is gray, black or white almost everywhere. */
export function tintOf(pixels: ArrayLike<number>): Tint | undefined {
  const sums = Array.from({ length: bins }, () => ({ weight: 0, hue: 0, saturation: 0 }));
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const { hue, saturation, lightness } = toHsl([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]);
    const sum = sums[Math.floor(hue / (360 / bins)) % bins];
    if (!sum || pixels[at + 3] === 0 || !isColorful({ saturation, lightness })) continue;
    const weight = saturation * (1 - Math.abs(2 * lightness - 1));
    sum.weight += weight;
    sum.hue += weight * hue;
    sum.saturation += weight * saturation;
  }
  const best = sums.toSorted((one, other) => other.weight - one.weight)[0];
  if (!best || best.weight < (pixels.length / 4) * leastWeight) return undefined;
  return { hue: best.hue / best.weight, saturation: best.saturation / best.weight };
}

function isColorful({ saturation, lightness }: Omit<Hsl, 'hue'>): boolean {
  return saturation > 0.2 && lightness > 0.1 && lightness < 0.92;
}

/** Weight of the chosen hue per pixel: a twentieth of the picture in a full color has as much. */
const leastWeight = 0.03;

/** Returns the custom properties of an accent with this tint, of which each has the contrast that it needs. */
export function accentColors({ hue, saturation }: Tint, scheme: Scheme): Readonly<Record<string, Rgb>> {
  const full = Math.min(0.75, Math.max(0.35, saturation));
  const isLight = scheme === 'light';
  const pale = { hue, saturation: full / 2 };
  const wash = shade({ ...pale, lightness: isLight ? 0.9 : 0.2 }, isLight ? 0.01 : -0.01, [inks[scheme]]);
  const onAccent: Rgb = isLight ? [255, 255, 255] : toRgb({ hue, saturation: 0.4, lightness: 0.08 });
  const seenWith = [...grounds[scheme], wash, onAccent];
  const accent = shade({ hue, saturation: full, lightness: isLight ? 0.42 : 0.6 }, isLight ? -0.01 : 0.01, seenWith);
  const made = toRgb({ ...pale, lightness: isLight ? 0.7 : 0.38 });
  return { '--accent': accent, '--on-accent': onAccent, '--accent-wash': wash, '--made-tone': made };
}

/** Returns the first of ever lighter or darker colors that has the contrast of text with all others. */
function shade(start: Hsl, step: number, others: readonly Rgb[]): Rgb {
  for (let { lightness } = start; lightness > 0 && lightness < 1; lightness += step) {
    const color = toRgb({ ...start, lightness });
    if (others.every((other) => contrast(color, other) >= textContrast)) return color;
  }
  return step > 0 ? [255, 255, 255] : [0, 0, 0];
}

/** Returns the contrast of two colors (WCAG 2): 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

interface Hsl extends Tint {
  readonly lightness: number;
}

function toHsl(color: Rgb): Hsl {
  const [red, green, blue] = [color[0] / 255, color[1] / 255, color[2] / 255];
  const high = Math.max(red, green, blue);
  const range = high - Math.min(red, green, blue);
  const lightness = high - range / 2;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const sector =
    high === red ? (green - blue) / range : high === green ? (blue - red) / range + 2 : (red - green) / range + 4;
  return { hue: (sector * 60 + 360) % 360, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness };
}

function toRgb({ hue, saturation, lightness }: Hsl): Rgb {
  const strength = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const place = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [part(0), part(8), part(4)];
}
