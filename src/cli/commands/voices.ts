import path from 'node:path';
import { z } from 'zod';
import { voiceListOptions } from '../../pipeline/options/speech-options.ts';
import { switchSchema } from '../../pipeline/options/option.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { listVoices } from '../../pipeline/queries/list-voices.ts';
import { sampleVoices } from '../../pipeline/queries/sample-voices.ts';
import { defineCommand } from '../define-command.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import { jsonOptions } from '../run-options.ts';
import { formatTable } from '../view/format-table.ts';

const defaultFolder = 'samples';

const voicesOptions = {
  ...voiceListOptions,
  ...jsonOptions,
  sample: {
    flag: '--sample <text>',
    schema: z.string(),
    description: 'let each voice speak this text into a WAV file',
  },
  output: {
    flag: '-o, --output <folder>',
    schema: z.string(),
    description: 'folder for the samples',
    default: defaultFolder,
    isPath: true,
  },
  force: { flag: '--force', schema: switchSchema, description: 'replace files that are not earlier samples' },
} as const;

/** `audiobook voices`: lists the values of `--voice`. */
export const voicesCommand = defineCommand({
  description: 'Lists the voices of a speech provider, or lets each of them speak a sample.',
  options: voicesOptions,
  async run({ context, options }) {
    if (options.sample === undefined) await list(context, options);
    else await writeSamples(context, options.sample, options);
    return 0;
  },
});

async function writeSamples(
  context: ProcessContext,
  text: string,
  { provider, language = '', output, force }: OptionValues<typeof voicesOptions>,
): Promise<void> {
  const settings = await loadProcessSettings(context);
  const folder = output ?? path.resolve(context.workingFolder, defaultFolder);
  const request = { provider, language, text, folder, force, warn: warnOn(context) };
  for await (const file of sampleVoices(request, settings, context.signal)) {
    context.stdout.write(`${file}\n`);
  }
}

function warnOn({ stderr }: ProcessContext): (message: string) => void {
  return (message) => void stderr.write(`Warning: ${message}\n`);
}

async function list(
  context: ProcessContext,
  { provider, language = '', json }: OptionValues<typeof voicesOptions>,
): Promise<void> {
  const query = { provider, language, warn: warnOn(context) };
  const found = await listVoices(query, await loadProcessSettings(context), context.signal);
  if (json) {
    context.stdout.write(`${JSON.stringify(found)}\n`);
    return;
  }
  const rows = found.voices.map((voice) => [
    voice.id,
    voice.language,
    voice.gender ?? '-',
    voice.name + (voice.id === found.defaultVoice ? ' (default)' : ''),
  ]);
  context.stdout.write(formatTable([['VOICE', 'LANGUAGE', 'GENDER', 'NAME'], ...rows]));
}
