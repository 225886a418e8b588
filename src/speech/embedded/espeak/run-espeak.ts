import { spawnSync } from 'node:child_process';
import type { Pcm } from '../../../core/pcm.ts';
import { decodeWav } from '../../../core/wav.ts';
import { espeakText } from './espeak-engine.ts';

/** The program that is installed on this machine. */
export const espeakProgram = 'espeak-ng';

/** Hours of speech, far more than the longest text gives. */
const maxOutputBytes = 2 ** 29;
/** Whoever asks gives up earlier. A program that hangs does not stay when its asker was killed. */
const timeoutMs = 300_000;

/** Returns the audio of a text by the espeak-ng of this machine; blocks the thread. `voice` is the name of a voice file. */
export function runEspeak(voice: string, text: string): Pcm {
  // The text goes to standard input: as an argument it could be read as an option.
  const args = ['-b', '1', '-v', voice, '--stdin', '--stdout'];
  const input = `${espeakText(text)}\n`;
  const options = { input, maxBuffer: maxOutputBytes, timeout: timeoutMs, killSignal: 'SIGKILL' } as const;
  const { error, status, signal, stdout } = spawnSync(espeakProgram, args, options);
  if (!error && status === 0) return decodeWav(stdout);
  // Without either it did not start. With one, the error only says that the rest of the text could not be written to it.
  const end = signal ?? (status === null ? undefined : `exit code ${status}`);
  const happened = end === undefined ? 'cannot be run' : `ended with ${end}`;
  throw new Error(`${espeakProgram} ${happened}`, { cause: error });
}
