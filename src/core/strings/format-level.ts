/** Returns a level in decibels as text, such as `-18.3 dB`. That of digital silence is `-inf dB`, as in ffmpeg. */
export function formatLevel(db: number): string {
  return `${Number.isFinite(db) ? db.toFixed(1) : '-inf'} dB`;
}
