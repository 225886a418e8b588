import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Compiles `build/` for the scripts of the tests, and bundles `dist/` for workers, the command line and the packed tarball,
 * unless both are up to date, as after `npm ci`.
 */
export default function setup(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync('npm', ['run', '--silent', 'prepare'], { cwd: root, stdio: 'inherit' });
}
