/** Faults of the connection. */
export const connectionFaults = [
  'refused',
  'reset',
  'reset-mid-body',
  'hang-before-headers',
  'hang-mid-body',
  'slow-drip',
  'cut-chunk',
  'long-length',
  'closed-keep-alive',
  'redirect',
] as const;

/** Faults with an unsuccessful status. `throttle` sends `retry-after`; `error` is the service's own 500. */
export const statusFaults = [
  'status-400',
  'status-401',
  'status-403',
  'status-404',
  'status-413',
  'throttle',
  'status-429',
  'error',
  'status-502',
  'status-503',
  'status-529',
] as const;

/** Faults of a successful response that is not the audio of the text, or not all of it. */
export const contentFaults = [
  'html',
  'json',
  'wrong-type',
  'empty',
  'truncated',
  'truncated-cleanly',
  'header-only',
  'zero-data',
  'random-bytes',
  'other-format',
  'huge',
  'gzip',
  'joined-files',
] as const;

/** Faults of the sound itself, in a valid file. */
export const soundFaults = [
  'half',
  'double',
  'missing-sentence',
  'missing-middle',
  'stutter',
  'wrong-text',
  'other-text',
  'silence',
  'half-silence',
  'long-gap',
  'noise',
  'half-rate',
  'wrong-rate',
  'clipped',
  'quiet',
  'hole',
  'lost-packets',
  'flat-tops',
  'offset',
  'noise-below',
  'voice-below',
] as const;

/** A fault that a fake service can have. */
export type Fault =
  | (typeof connectionFaults)[number]
  | (typeof statusFaults)[number]
  | (typeof contentFaults)[number]
  | (typeof soundFaults)[number];

/** All faults. */
export const allFaults: readonly Fault[] = [...connectionFaults, ...statusFaults, ...contentFaults, ...soundFaults];

/** Returns the status of a fault such as `status-404`, or undefined. */
export function faultStatus(fault: Fault | undefined): number | undefined {
  const status = /^status-(\d+)$/u.exec(fault ?? '')?.[1];
  return status === undefined ? undefined : Number(status);
}
