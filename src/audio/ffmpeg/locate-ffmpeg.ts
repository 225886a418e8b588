import { chmod } from 'node:fs/promises';
import { AudiobookError, systemCode } from '../../core/errors.ts';
import { runProgram } from '../../core/process/run-program.ts';
import type { Ffmpeg } from './ffmpeg.ts';

export interface FfmpegLookup {
  /** The setting `FFMPEG_PATH`: when it is given, nothing else is tried. */
  readonly ffmpegPath?: string;
}

const probeTimeoutMs = 20_000;

/** The ffmpeg to use: the setting's, else the system's, else the one in an npm package. Throws `tool-missing` with what to install. */
export async function locateFfmpeg(lookup: FfmpegLookup = {}): Promise<Ffmpeg> {
  if (lookup.ffmpegPath !== undefined) return await chosen(lookup.ffmpegPath);
  const system = await probe('ffmpeg').catch(() => undefined);
  if (system !== undefined) return { path: 'ffmpeg', version: system, source: 'system' };
  const packaged = await fromPackage();
  if (packaged !== undefined) return packaged;
  throw new AudiobookError(
    'tool-missing',
    'ffmpeg was not found. Install it (apt install ffmpeg, brew install ffmpeg, winget install ffmpeg), ' +
      'or run npm install @ffmpeg-installer/ffmpeg, or set FFMPEG_PATH to the program.',
  );
}

async function chosen(path: string): Promise<Ffmpeg> {
  try {
    return { path, version: await probe(path), source: 'setting' };
  } catch (thrown) {
    const reason = systemCode(thrown) === 'ENOENT' ? 'there is no such file' : 'it does not run as ffmpeg';
    throw new AudiobookError('tool-missing', `FFMPEG_PATH is ${path}, but ${reason}. Set it to the ffmpeg program.`, {
      cause: thrown,
    });
  }
}

async function fromPackage(): Promise<Ffmpeg | undefined> {
  try {
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    // Packages lose the executable bit when install scripts are switched off.
    await chmod(installer.path, 0o755).catch(() => undefined);
    return { path: installer.path, version: await probe(installer.path), source: 'package' };
  } catch {
    // Optional: not installed, or no binary for this platform.
    return undefined;
  }
}

async function probe(path: string): Promise<string> {
  const { stdout } = await runProgram(path, ['-version'], { timeoutMs: probeTimeoutMs });
  const version = /^ffmpeg version (\S+)/u.exec(stdout.toString())?.[1];
  if (version === undefined) throw new Error(`${path} -version does not answer as ffmpeg does`);
  return version;
}
