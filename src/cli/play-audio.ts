import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../core/errors.ts';
import { openScratchFolder } from '../core/files/scratch-folder.ts';
import { ProgramError } from '../core/process/program-error.ts';
import { runProgram } from '../core/process/run-program.ts';
import type { SettingSource } from '../core/settings.ts';

/** Programs that play a file to its end, and their arguments before the file, in the order they are tried. */
const players: readonly (readonly [program: string, ...args: readonly string[]])[] = [
  ['ffplay', '-nodisp', '-autoexit', '-loglevel', 'error'],
  ['mpv', '--no-video', '--really-quiet', '--no-config'],
  ['afplay'],
  ['aplay', '-q'],
];
/** The one that plays nothing but WAV. */
const wavPlayer = 'aplay';

/** The file to play, and how to reach the audio device of this machine. */
export interface PlayOptions {
  /** Extension of the format. */
  readonly format: string;
  readonly environment: SettingSource;
  readonly signal: AbortSignal;
}

/** Plays encoded audio with the first player of this machine. Throws `tool-missing` without one and `media-failed` when it fails. */
export async function playAudio(audio: Uint8Array, { format, environment, signal }: PlayOptions): Promise<void> {
  await using scratch = await openScratchFolder('audiobook-say-');
  const file = path.join(scratch.path, `say.${format}`);
  await writeFile(file, audio);
  for (const [program, ...args] of players) {
    if (program === wavPlayer && format !== 'wav') continue;
    if (await wasPlayed(program, [...args, file], { environment, signal })) return;
  }
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(players.map(([program]) => program));
  throw new AudiobookError('tool-missing', `No audio player was found. Install ${names}, or write a file with -o.`);
}

/** Reports whether the player is there. Throws `media-failed` when it could not play. */
async function wasPlayed(
  program: string,
  args: readonly string[],
  { environment, signal }: Omit<PlayOptions, 'format'>,
): Promise<boolean> {
  try {
    await runProgram(program, args, { env: environment, signal });
    return true;
  } catch (thrown) {
    if (!(thrown instanceof ProgramError)) throw thrown;
    if (thrown.failure === 'not-started') return false;
    throw new AudiobookError('media-failed', `${thrown.message}. Write a file with -o instead.`, { cause: thrown });
  }
}
