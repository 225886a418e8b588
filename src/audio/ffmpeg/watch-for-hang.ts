/** The silence of ffmpeg is counted in ticks of this process, so that a suspended machine does not look like a hang. */
const tickMs = 5000;
const maxSilentTicks = 24;

/** Calls `onHang` when `progress` has not changed for two minutes. Returns a function that ends the watch. */
export function watchForHang(progress: () => number, onHang: () => void): () => void {
  let silentTicks = 0;
  let last = 0;
  const ticker = setInterval(() => {
    const now = progress();
    silentTicks = now === last ? silentTicks + 1 : 0;
    last = now;
    if (silentTicks >= maxSilentTicks) onHang();
  }, tickMs);
  return () => clearInterval(ticker);
}
