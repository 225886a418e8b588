/**
 * Returns the delay that the details of an error of Google's ask for (google.rpc.RetryInfo), in milliseconds, or undefined.
 * Their `retryDelay` is `'34.5s'` in JSON and `{ seconds, nanos }` in gRPC, at any depth.
 */
export function retryDelay(details: unknown): number | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  for (const [name, value] of Object.entries(details)) {
    const found = name === 'retryDelay' ? durationMs(value) : retryDelay(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function durationMs(duration: unknown): number | undefined {
  if (typeof duration === 'string') return jsonDurationMs(duration);
  if (typeof duration !== 'object' || duration === null) return undefined;
  // Protocol Buffers leave out fields that are zero, or inherit them. Seconds are 64 bit: a string or an object.
  const seconds = Number('seconds' in duration ? String(duration.seconds) : 0);
  const nanos = Number('nanos' in duration ? duration.nanos : 0);
  const ms = seconds * 1000 + nanos / 1e6;
  return ms >= 0 ? ms : undefined;
}

function jsonDurationMs(text: string): number | undefined {
  const seconds = /^(\d+(?:\.\d+)?)s$/u.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
