import { runProgram } from '../../../core/process/run-program.ts';
import type { EnginePool } from '../engine-pool.ts';
import type { EspeakEngine } from './espeak-engine.ts';
import type { EspeakVoice } from './espeak-voices.ts';
import { espeakProgram } from './run-espeak.ts';

const queryTimeoutMs = 5000;

/**
 * Returns the espeak-ng that is installed on this machine, or undefined when it is missing or does not work. The pool's processes
 * start it: starting a program takes a small process a fraction of the time that it takes one with the sound of a book in memory.
 */
export async function espeakSystem(pool: EnginePool): Promise<EspeakEngine | undefined> {
  try {
    const [banner, list] = await Promise.all([query('--version'), query('--voices')]);
    const version = /text-to-speech: (\S+)/u.exec(banner)?.[1];
    const voices = parseVoices(list);
    if (version === undefined || voices.length === 0) return undefined;
    return {
      version: `system ${version}`,
      voices,
      speak: async (voice, text, signal) => await pool.speak({ task: 'espeak-system', voice, text }, signal),
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
  const { stdout } = await runProgram(espeakProgram, [option], { timeoutMs: queryTimeoutMs });
  return stdout.toString();
}
