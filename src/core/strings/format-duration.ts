/** Formats seconds for a person: `2 h 05 min`, `3 min 20 s`, `12 s`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`;
  if (minutes > 0) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`;
  return `${whole} s`;
}

/** Formats estimated seconds for a person, to what an estimate is good for: `2 h 05 min`, `12 min`, `3 min`, `20 s`. */
export function formatRoughly(seconds: number): string {
  // Steps of a twentieth to a fifth of the time.
  const step = [5, 10, 60, 300].findLast((one) => one <= seconds / 5) ?? 5;
  return formatDuration(Math.max(step, Math.round(seconds / step) * step)).replace(/ min 00 s$/u, ' min');
}
