import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** Mounts a small disk until the test ends, where that is allowed. `size` is as `64k`. */
export function mountDisk(folder: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    onTestFinished(() => void execFileSync('umount', [folder]));
    return true;
  } catch {
    return false;
  }
}
