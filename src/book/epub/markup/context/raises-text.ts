/**
 * Reports whether declarations of CSS raise a text above its line as the marks of notes are raised, by `vertical-align` or by a
 * shift. What is only moved to the top must be smaller, too: an initial or a cell of a table is not.
 */
export function raisesText(css: string): boolean {
  if (!/vertical-align|position/iu.test(css)) return false;
  const size = sizeOf(css);
  if (size === 'larger') return false;
  if (/vertical-align\s*:\s*super\b|font-variant-position\s*:\s*super\b/iu.test(css)) return true;
  return size === 'smaller' && (/vertical-align\s*:\s*(?:text-)?top\b/iu.test(css) || isShiftedUp(css));
}

function isShiftedUp(css: string): boolean {
  const aligned = /vertical-align\s*:\s*\+?([\d.]+)\s*(?:r?em|ex|px|pt|%)/iu.exec(css)?.[1];
  if (aligned !== undefined) return Number(aligned) > 0;
  if (!/position\s*:\s*relative/iu.test(css)) return false;
  const [, edge, sign = '', length] = /(?:^|[\s;])(top|bottom)\s*:\s*(-?)\s*([\d.]+)/iu.exec(css) ?? [];
  return Number(length ?? 0) > 0 && (edge?.toLowerCase() === 'top') === (sign === '-');
}

/** Points are compared with the 12, pixels with the 16 that browsers give to text. */
const usualSizes = { em: 1, rem: 1, '%': 100, pt: 12, px: 16 } as const;
const isUnit = (unit: string): unit is keyof typeof usualSizes => Object.hasOwn(usualSizes, unit);

type Size = 'smaller' | 'larger' | 'same';

function sizeOf(css: string): Size {
  const value = /font-size\s*:\s*([^;}]+)/iu.exec(css)?.[1]?.trim().toLowerCase() ?? '';
  if (/^(?:smaller|(?:x{1,2}-)?small)\b/u.test(value)) return 'smaller';
  return /^(?:larger|(?:x{1,3}-)?large)\b/u.test(value) ? 'larger' : measuredSize(value);
}

function measuredSize(value: string): Size {
  const [, count, unit = ''] = /^([\d.]+)\s*(r?em|%|pt|px)/u.exec(value) ?? [];
  if (!isUnit(unit) || Number(count) === usualSizes[unit]) return 'same';
  return Number(count) < usualSizes[unit] ? 'smaller' : 'larger';
}
