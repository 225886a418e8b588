import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { runProgram } from '../../../core/process/run-program.ts';
import type { Availability } from '../../provider.ts';

const packageName = 'sherpa-onnx-node';

/** Platforms that the package has a build for. */
const builds = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-ia32'];

/** Time to load the package, on a slow disk. */
const timeoutMs = 30_000;

let known: Promise<Availability> | undefined;

/**
 * Returns whether the engine of the natural voices can be loaded on this machine, or what is missing and what to do. Loads it
 * in a process of its own, once.
 */
export async function engineState(): Promise<Availability> {
  known ??= tryEngine();
  return await known;
}

/** Tries to load the engine, whatever an earlier try gave. */
export async function tryEngine(): Promise<Availability> {
  const file = packageFile();
  if (file === undefined) {
    return unavailable(
      `the package ${packageName} is not installed; install audiobook again with its optional packages`,
    );
  }
  try {
    await runProgram(process.execPath, ['-e', 'require(process.argv[1])', file], { timeoutMs });
    return { available: true };
  } catch {
    return unavailable(`${packageName} cannot be loaded on ${machine()}; ${wayOut()}`);
  }
}

function packageFile(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(packageName);
  } catch {
    return undefined;
  }
}

function unavailable(why: string): Availability {
  return { available: false, reason: `Natural voices need an engine that is missing: ${why}.` };
}

function machine(): string {
  const libc = platform() === 'linux' ? ` with ${glibcVersion() ?? 'a C library other than glibc'}` : '';
  return `${platform()}-${arch()}${libc}`;
}

function wayOut(): string {
  if (!builds.includes(`${platform()}-${arch()}`)) return `it runs on ${builds.join(', ')}`;
  // musl, as in Alpine, has no build; the oldest glibc is that of Debian 12 and Ubuntu 22.04.
  if (platform() === 'linux') return 'it needs glibc 2.32 or newer, as Debian 12 and Ubuntu 22.04 have it';
  return `install audiobook again, so that npm fetches ${packageName} for this platform`;
}

function glibcVersion(): string | undefined {
  const report: unknown = process.report.getReport();
  const header = typeof report === 'object' && report !== null && 'header' in report ? report.header : undefined;
  const version =
    typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header
      ? header.glibcVersionRuntime
      : undefined;
  return typeof version === 'string' ? `glibc ${version}` : undefined;
}
