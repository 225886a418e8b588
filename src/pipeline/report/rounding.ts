/** Returns a value, rounded to hundredths. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Returns seconds, rounded to milliseconds. */
export function seconds(samples: number, sampleRate: number): number {
  return Math.round((samples * 1000) / sampleRate) / 1000;
}
