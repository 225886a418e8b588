import path from 'node:path';
import { listVoices } from '../../pipeline/queries/list-voices.ts';
import { sampleVoices } from '../../pipeline/queries/sample-voices.ts';
import type { Host } from '../host.ts';
import { hostSettings } from '../host-settings.ts';
import type { DefineCommand } from '../command.ts';
import { table } from '../view/table.ts';

interface VoicesFlags {
  readonly provider?: string;
  readonly language?: string;
  readonly json?: boolean;
  readonly sample?: string;
  readonly output: string;
}

/** `audiobook voices`: what `--voice` takes. */
export const defineVoices: DefineCommand = (command, host, done) => {
  command
    .option('--provider <id>', 'speech provider (default: the one that `convert` would use)')
    .option('--language <code>', 'only voices for this BCP-47 language (default: all)')
    .option('--json', 'print JSON')
    .option('--sample <text>', 'let each voice say this into a WAV file')
    .option('-o, --output <folder>', 'folder of the samples', 'samples')
    .action(async (flags: VoicesFlags) => {
      await (flags.sample === undefined ? list(host, flags) : sample(host, flags.sample, flags));
      done(0);
    });
};

async function sample(host: Host, text: string, { provider, language = '', output }: VoicesFlags): Promise<void> {
  const settings = await hostSettings(host);
  const folder = path.resolve(host.workingFolder, output);
  for await (const file of sampleVoices({ provider, language, text, folder }, settings, host.signal)) {
    host.stdout.write(`${file}\n`);
  }
}

async function list(host: Host, { provider, language = '', json }: VoicesFlags): Promise<void> {
  const found = await listVoices({ provider, language }, await hostSettings(host), host.signal);
  if (json) {
    host.stdout.write(`${JSON.stringify(found)}\n`);
    return;
  }
  const rows = found.voices.map((voice) => [
    voice.id,
    voice.language,
    voice.gender ?? '-',
    voice.name + (voice.id === found.defaultVoice ? ' (default)' : ''),
  ]);
  host.stdout.write(table([['VOICE', 'LANGUAGE', 'GENDER', 'NAME'], ...rows]));
}
