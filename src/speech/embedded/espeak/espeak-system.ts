import pLimit from 'p-limit';
import { untilAborted } from '../../../core/deadline.ts';
import { AudiobookError, throwIfCanceled } from '../../../core/errors.ts';
import type { Pcm } from '../../../core/pcm.ts';
import { ProgramError } from '../../../core/process/program-error.ts';
import { runProgram } from '../../../core/process/run-program.ts';
import { decodeWav } from '../../../core/wav.ts';
import { espeakText } from './espeak-engine.ts';
import type { EspeakEngine } from './espeak-engine.ts';
import type { EspeakVoice } from './espeak-voices.ts';

const program = 'espeak-ng';
const queryTimeoutMs = 5000;
/** Hours of speech, far more than the longest text gives. */
const maxOutputBytes = 2 ** 29;

/**
 * Returns the espeak-ng that is installed on this machine, or undefined when it is missing or does not work. At most `engines`
 * of it run at the same time.
 */
export async function espeakSystem(engines: number): Promise<EspeakEngine | undefined> {
  try {
    const [banner, list] = await Promise.all([query('--version'), query('--voices')]);
    const version = /text-to-speech: (\S+)/u.exec(banner)?.[1];
    const voices = parseVoices(list);
    if (version === undefined || voices.length === 0) return undefined;
    const disposal = new AbortController();
    const running = new Set<Promise<Pcm>>();
    const limit = pLimit(engines);
    return {
      version: `system ${version}`,
      voices,
      async speak(voice, text, signal) {
        const end = AbortSignal.any([signal, disposal.signal]);
        const speaking = limit(async () => {
          throwIfCanceled(end);
          return await speak(voice, text, end);
        });
        running.add(speaking);
        try {
          // The queue does not know the signal: an aborted request stops waiting here, and does nothing when its turn comes.
          return await untilAborted(speaking, signal);
        } finally {
          void speaking.catch(() => undefined).finally(() => running.delete(speaking));
        }
      },
      async [Symbol.asyncDispose]() {
        disposal.abort();
        await Promise.allSettled(running);
      },
    };
  } catch {
    // Not installed or broken: the JavaScript build is used instead.
    return undefined;
  }
}

/** Returns the voices of the table that `espeak-ng --voices` prints. */
export function parseVoices(table: string): EspeakVoice[] {
  const rows = table.matchAll(/^\s*(\d+)\s+(\S+)\s+\S*\/(\S)\s+(\S+)\s+(\S+)((?:[ \t]*\(\S+ \d+\))*)\s*$/gmu);
  return [...rows].map(([, priority = '', code = '', gender = '', name = '', file = '', others = '']) => {
    const languages = [...`(${code} ${priority})${others}`.matchAll(/\((\S+) (\d+)\)/gu)];
    return {
      code: code.toLowerCase(),
      file,
      name: name.replaceAll('_', ' ').trim(),
      gender: genders[gender],
      languages: languages.map(([, tag = '', rank = '']) => ({ code: tag.toLowerCase(), priority: Number(rank) })),
    };
  });
}

const genders: Readonly<Record<string, 'female' | 'male'>> = { F: 'female', M: 'male' };

async function query(option: string): Promise<string> {
  const { stdout } = await runProgram(program, [option], { timeoutMs: queryTimeoutMs });
  return stdout.toString();
}

async function speak(voice: string, text: string, signal: AbortSignal): Promise<Pcm> {
  // The text goes to standard input: as an argument it could be read as an option.
  const args = ['-b', '1', '-v', voice, '--stdin', '--stdout'];
  try {
    const { stdout } = await runProgram(program, args, { input: `${espeakText(text)}\n`, signal, maxOutputBytes });
    return decodeWav(stdout);
  } catch (thrown) {
    if (!(thrown instanceof ProgramError)) throw thrown;
    const message = `${thrown.message}. ${thrown.stderr.trim().slice(0, 200)}`.trim();
    throw new AudiobookError('provider-failed', message, { retryable: true, cause: thrown });
  }
}
