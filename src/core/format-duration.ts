/** Formats seconds for a person: `2 h 05 min`, `3 min 20 s`, `12 s`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`;
  if (minutes > 0) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`;
  return `${whole} s`;
}
