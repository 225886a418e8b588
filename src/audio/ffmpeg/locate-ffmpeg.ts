import { chmod } from 'node:fs/promises';
import { AudiobookError, systemCode } from '../../core/errors.ts';
import { runProgram } from '../../core/process/run-program.ts';
import { startError } from './ffmpeg-error.ts';
import type { Ffmpeg } from './ffmpeg.ts';

/** Options of `locateFfmpeg`. */
export interface FfmpegLookup {
  /** The setting `FFMPEG_PATH`. When it is set, only this program is tried. */
  readonly ffmpegPath?: string | undefined;
}

const probeTimeoutMs = 20_000;

/** The answer of the ffmpeg of the system that was started before it was asked for. */
let early: Promise<string> | undefined;

/** Starts the ffmpeg of the system, which takes as long to say its version as a plan to be made, for the next `locateFfmpeg`, until `signal`. */
export function probeSystemFfmpeg(signal: AbortSignal): void {
  early ??= probe('ffmpeg', signal);
  early.catch(() => undefined);
}

/** Returns the ffmpeg of the setting, the system or the npm package, in this order. Throws `tool-missing` with what to install, `output-failed` where the system can start no program. */
export async function locateFfmpeg(lookup: FfmpegLookup = {}): Promise<Ffmpeg> {
  if (lookup.ffmpegPath !== undefined) return await fromSetting(lookup.ffmpegPath);
  // The run that asked early may have been canceled since.
  const asked = early?.catch(async () => await probe('ffmpeg')) ?? probe('ffmpeg');
  // A service finds out anew whether it is still there.
  early = undefined;
  const system = await asked.catch(unlessRefused);
  if (system !== undefined) return { path: 'ffmpeg', version: system, source: 'system' };
  const packaged = await fromPackage();
  if (packaged !== undefined) return packaged;
  throw new AudiobookError(
    'tool-missing',
    'ffmpeg was not found. Install it (apt install ffmpeg, brew install ffmpeg, winget install ffmpeg), ' +
      'or run npm install @ffmpeg-installer/ffmpeg, or set FFMPEG_PATH to the program.',
  );
}

async function fromSetting(path: string): Promise<Ffmpeg> {
  try {
    return { path, version: await probe(path), source: 'setting' };
  } catch (thrown) {
    unlessRefused(thrown);
    const reason = systemCode(thrown) === 'ENOENT' ? 'the file does not exist' : 'it does not run as ffmpeg';
    throw new AudiobookError('tool-missing', `FFMPEG_PATH is ${path}, but ${reason}. Set it to the ffmpeg program.`, {
      cause: thrown,
    });
  }
}

async function fromPackage(): Promise<Ffmpeg | undefined> {
  try {
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    // Packages lose the executable bit when install scripts are disabled.
    await chmod(installer.path, 0o755).catch(() => undefined);
    return { path: installer.path, version: await probe(installer.path), source: 'package' };
  } catch (thrown) {
    // Optional: not installed, or no binary for this platform.
    return unlessRefused(thrown);
  }
}

/** Throws when the program may well be there, but the machine could not start it. Otherwise returns undefined. */
function unlessRefused(thrown: unknown): undefined {
  const refusal = startError(thrown);
  if (refusal) throw refusal;
  return undefined;
}

async function probe(path: string, signal?: AbortSignal): Promise<string> {
  const { stdout } = await runProgram(path, ['-version'], { timeoutMs: probeTimeoutMs, signal });
  const version = /^ffmpeg version (\S+)/u.exec(stdout.toString())?.[1];
  if (version === undefined) throw new Error(`${path} -version does not print the version of ffmpeg`);
  return version;
}
