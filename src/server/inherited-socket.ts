import process from 'node:process';
import { AudiobookError } from '../core/errors.ts';
import type { SettingSource } from '../core/settings.ts';

/** The first descriptor after standard input, output and error. */
const firstSocket = 3;

/**
 * Returns the descriptor of the socket that systemd passes to this process (sd_listen_fds(3)), or undefined. Throws
 * `bad-value` for several.
 */
export function inheritedSocket(environment: SettingSource): number | undefined {
  const { LISTEN_PID: pid, LISTEN_FDS: count = '0' } = environment;
  if (pid !== String(process.pid) || count === '0') return undefined;
  if (count === '1') return firstSocket;
  throw new AudiobookError(
    'bad-value',
    `Got ${count} sockets (LISTEN_FDS). Expected one: give the unit one ListenStream.`,
  );
}
