import { effect } from '@preact/signals';
import { accentColors, tintOf } from './accent.ts';
import type { Tint } from './accent.ts';
import { isDark } from './look.ts';

const names = ['--accent', '--on-accent', '--accent-wash', '--made-tone'];

/** The picture whose color the page has. */
let source: HTMLImageElement | undefined;
let tint: Tint | undefined;

effect(paint);

/** Gives the page the color of a cover that was loaded. A picture without a color, or one that cannot be read, leaves the usual color. */
export function takeAccent(image: HTMLImageElement): void {
  source = image;
  tint = readTint(image);
  paint();
}

/** Takes the color of a cover back, unless another one gives it by now. */
export function dropAccent(image: HTMLImageElement | null): void {
  if (image === null || image !== source) return;
  source = undefined;
  tint = undefined;
  paint();
}

/** Pixels of a side: enough for a color. */
const side = 24;

function readTint(image: HTMLImageElement): Tint | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  try {
    context?.drawImage(image, 0, 0, side, side);
    const { data } = context?.getImageData(0, 0, side, side) ?? {};
    return data && tintOf(data);
  } catch {
    // Some privacy settings of browsers do not let pictures be read.
    return undefined;
  }
}

function paint(): void {
  const { style } = document.documentElement;
  const scheme = isDark.value ? 'dark' : 'light';
  const colors = tint ? accentColors(tint, scheme) : {};
  for (const name of names) {
    const color = colors[name];
    if (color) style.setProperty(name, `rgb(${color.join(' ')})`);
    else style.removeProperty(name);
  }
}
