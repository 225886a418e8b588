import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text as readText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { AudiobookError } from '../../../core/errors.ts';
import type { Pcm } from '../../../core/pcm.ts';
import { decodeWav } from '../../../core/wav.ts';
import type { EspeakEngine } from './espeak-engine.ts';
import { espeakText } from './espeak-text.ts';
import type { EspeakVoice } from './espeak-voices.ts';

const program = 'espeak-ng';
const askTimeoutMs = 5000;

/** The espeak-ng that is installed on this machine, or undefined when there is none that works. */
export async function espeakSystem(): Promise<EspeakEngine | undefined> {
  try {
    const [about, list] = await Promise.all([ask('--version'), ask('--voices')]);
    const version = /text-to-speech: (\S+)/u.exec(about)?.[1];
    const voices = parseVoices(list);
    if (version === undefined || voices.length === 0) return undefined;
    const running = new Set<ChildProcess>();
    return {
      version: `system ${version}`,
      voices,
      speak: (voice, text, signal) => speak(running, voice, text, signal),
      async [Symbol.asyncDispose]() {
        await Promise.all([...running].map(end));
      },
    };
  } catch {
    // Not installed, or broken: the JavaScript build speaks instead.
    return undefined;
  }
}

/** Reads the table that `espeak-ng --voices` prints. */
export function parseVoices(table: string): EspeakVoice[] {
  const rows = table.matchAll(/^\s*(\d+)\s+(\S+)\s+\S*\/(\S)\s+(\S+)\s+(\S+)((?:[ \t]*\(\S+ \d+\))*)\s*$/gmu);
  return [...rows].map(([, priority = '', code = '', gender = '', name = '', file = '', others = '']) => {
    const known = genders[gender];
    const described = { code: code.toLowerCase(), file, name: name.replaceAll('_', ' ').trim() };
    const languages = [...`(${code} ${priority})${others}`.matchAll(/\((\S+) (\d+)\)/gu)];
    return Object.assign(described, known && { gender: known }, {
      languages: languages.map(([, tag = '', rank = '']) => ({ code: tag.toLowerCase(), priority: Number(rank) })),
    });
  });
}

const genders: Readonly<Record<string, 'female' | 'male'>> = { F: 'female', M: 'male' };

async function ask(option: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [option], { timeout: askTimeoutMs, windowsHide: true });
  return stdout;
}

async function speak(running: Set<ChildProcess>, voice: string, text: string, signal: AbortSignal): Promise<Pcm> {
  const options = { signal, killSignal: 'SIGKILL', windowsHide: true } as const;
  // Text goes by stdin: as an argument it could be taken for an option.
  const child = spawn(program, ['-b', '1', '-v', voice, '--stdin', '--stdout'], options);
  running.add(child);
  try {
    // It may end before it has read everything; its status says so.
    child.stdin.on('error', () => {});
    child.stdin.end(`${espeakText(text)}\n`);
    const [bytes, messages] = await Promise.all([buffer(child.stdout), readText(child.stderr), once(child, 'close')]);
    if (child.exitCode === 0) return decodeWav(bytes);
    const how = child.signalCode ?? `exit code ${child.exitCode}`;
    throw new AudiobookError(
      'provider-failed',
      `espeak-ng ended with ${how}. ${messages.trim().slice(0, 200)}`.trim(),
      {
        retryable: true,
      },
    );
  } finally {
    running.delete(child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
