import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Compiles `build/` for the scripts of the tests, and bundles `dist/` for workers, the command line and the packed tarball. */
export default function setup(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
}
