import path from 'node:path';
import type { Command } from 'commander';
import { audiobook } from '../../pipeline/audiobook.ts';
import type { NarrationRequest } from '../../pipeline/open-narration.ts';
import { writeScripts } from '../../pipeline/write-scripts.ts';
import type { Host } from '../host.ts';
import { hostSettings } from '../host-settings.ts';
import { addModelFlags, modelChoices } from '../model-flags.ts';
import type { ModelFlags } from '../model-flags.ts';
import { addOutputFlags, outputChoices } from '../output-flags.ts';
import type { OutputFlags } from '../output-flags.ts';
import { openProgressView } from '../view/open-progress-view.ts';
import type { DefineCommand } from '../command.ts';
import { realNumber } from '../real-number.ts';
import { addReadingFlags, readingChoices } from '../reading-flags.ts';
import type { ReadingFlags } from '../reading-flags.ts';
import { addRunFlags, runConversion } from '../run-conversion.ts';
import type { RunFlags } from '../run-conversion.ts';
import { addSpeechFlags, speechChoices } from '../speech-flags.ts';
import type { SpeechFlags } from '../speech-flags.ts';
import { withPassword } from '../with-password.ts';

interface TaskFlags {
  readonly task?: string;
  readonly promptFile?: string;
  readonly scriptsOnly?: boolean;
  readonly freshScripts?: boolean;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly repeatPenalty?: number;
  readonly seed?: number;
  readonly numCtx?: number;
  readonly numPredict?: number;
}

type AudiobookFlags = ReadingFlags & SpeechFlags & ModelFlags & OutputFlags & RunFlags & TaskFlags;

/** `audiobook audiobook BOOK`: a language model writes a script a chapter, which is spoken into one M4B. */
export const defineAudiobook: DefineCommand = (command, host, done) => {
  command
    .description('Lets a language model write a narration script for each chapter and speaks it into one M4B.')
    .argument('<book>', 'EPUB or PDF file');
  addTaskFlags(command);
  for (const add of [addModelFlags, addOutputFlags, addSpeechFlags, addReadingFlags, addRunFlags]) add(command);
  command.action(async (book: string, flags: AudiobookFlags) => {
    const code = await withPassword(host, flags.password, async (password) => {
      const request = narrationRequest(host, book, { ...flags, password });
      if (flags.scriptsOnly) return await runScripts(host, flags, request);
      return await runConversion(host, flags, (tools) => audiobook(request, tools));
    });
    done(code);
  });
};

function addTaskFlags(command: Command): void {
  command
    .option(
      '--task <name>',
      'what the model writes: audiobook (default), podcast, summary, lecture, meditation, direct',
    )
    .option('--prompt-file <file>', 'a prompt of your own; beats the task’s')
    .option('--scripts-only', 'write the scripts, to be read and edited, and stop')
    .option('--fresh-scripts', 'write every script anew')
    .option('--temperature <number>', 'of the model', realNumber)
    .option('--top-p <number>', 'of the model', realNumber)
    .option('--top-k <number>', 'of a local model', realNumber)
    .option('--repeat-penalty <number>', 'of a local model', realNumber)
    .option('--seed <number>', 'of the model', realNumber)
    .option('--num-ctx <tokens>', 'context of a local model', realNumber)
    .option('--num-predict <tokens>', 'longest answer of the model', realNumber);
}

function narrationRequest(host: Host, book: string, flags: AudiobookFlags): NarrationRequest {
  const bookFile = path.resolve(host.workingFolder, book);
  const { task, promptFile, freshScripts } = flags;
  const { temperature, topP, topK, repeatPenalty, seed, numCtx, numPredict } = flags;
  return {
    bookFile,
    reading: readingChoices(flags),
    ...outputChoices(flags, { host, bookFile, usual: 'm4b' }),
    ...speechChoices(flags),
    ...modelChoices(flags),
    ...(task !== undefined && { task }),
    ...(promptFile !== undefined && { promptFile: path.resolve(host.workingFolder, promptFile) }),
    ...(freshScripts && { freshScripts }),
    parameters: { temperature, topP, topK, repeatPenalty, seed, numCtx, numPredict },
  };
}

async function runScripts(host: Host, flags: RunFlags, request: NarrationRequest): Promise<number> {
  const view = await openProgressView(host.stderr, flags.quiet ?? false);
  try {
    const settings = await hostSettings(host, view.warn);
    const report = await writeScripts(request, { settings, signal: host.signal, onProgress: view.listener });
    view.close();
    const files = report.chapters.flatMap(({ scriptFile = [] }) => scriptFile);
    host.stdout.write(flags.json ? `${JSON.stringify(report)}\n` : files.map((file) => `${file}\n`).join(''));
    return 0;
  } finally {
    view.close();
  }
}
