/** A time as `01:02:03.456`, whatever stands before the milliseconds. */
export function clock(milliseconds: number, point: '.' | ','): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}${point}${String(milliseconds % 1000).padStart(3, '0')}`;
}
