/** An ffmpeg program that works. */
export interface Ffmpeg {
  readonly path: string;
  readonly version: string;
  readonly source: 'setting' | 'system' | 'package';
}

/** Options of every run: no banner, no progress, only errors on standard error. */
export const quietOptions = ['-hide_banner', '-nostats', '-loglevel', 'error'] as const;

/** Options of every output: no version and no date, so that the same input makes the same bytes. */
export const reproducibleOptions = ['-fflags', '+bitexact'] as const;
