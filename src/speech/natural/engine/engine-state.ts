import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { runProgram } from '../../../core/process/run-program.ts';
import type { Availability } from '../../provider.ts';

const packageName = 'sherpa-onnx-node';

/** Platforms that the package has a build for. */
const builds = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-ia32'];

/** Time to load the package, on a slow disk. */
const timeoutMs = 30_000;

/** The oldest glibc that the build for Linux runs with. Debian 12 and Ubuntu 22.04 have newer ones; there is no build for musl, as in Alpine. */
const oldestGlibc = [2, 32] as const;

let known: Promise<Availability> | undefined;

/**
 * Returns whether the engine of the natural voices can be loaded on this machine, or what is missing and what to do. Loads it
 * in a process of its own, once.
 */
export async function engineState(): Promise<Availability> {
  known ??= tryEngine();
  return await known;
}

/**
 * Reports whether the engine of the natural voices is installed and has a build for this machine. Starts no process, so it
 * does not see a build that is broken.
 */
export function engineMayRun(): boolean {
  return packageFile() !== undefined && hasBuild() && (platform() !== 'linux' || hasGlibc(glibcVersion()));
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
  const glibc = glibcVersion();
  const libc = glibc === undefined ? 'a C library other than glibc' : `glibc ${glibc}`;
  return `${platform()}-${arch()}${platform() === 'linux' ? ` with ${libc}` : ''}`;
}

function wayOut(): string {
  if (!hasBuild()) return `it runs on ${builds.join(', ')}`;
  if (platform() === 'linux') {
    return `it needs glibc ${oldestGlibc.join('.')} or newer, as Debian 12 and Ubuntu 22.04 have it`;
  }
  return `install audiobook again, so that npm fetches ${packageName} for this platform`;
}

function hasBuild(): boolean {
  return builds.includes(`${platform()}-${arch()}`);
}

/** Reports whether a version of glibc, like `2.36`, is new enough. */
function hasGlibc(version: string | undefined): boolean {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestGlibc;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** Returns the version of glibc that this process runs with, or undefined with another C library. */
function glibcVersion(): string | undefined {
  const report = reportWithoutNetwork();
  const header = typeof report === 'object' && report !== null && 'header' in report ? report.header : undefined;
  const version =
    typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header
      ? header.glibcVersionRuntime
      : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** For the network, a report looks up the names of all open connections, which takes seconds. */
function reportWithoutNetwork(): unknown {
  // Node has it since 20.13; its types do not.
  const name = 'excludeNetwork';
  const before: unknown = Reflect.get(process.report, name);
  Reflect.set(process.report, name, true);
  try {
    return process.report.getReport();
  } finally {
    Reflect.set(process.report, name, before);
  }
}
