import path from 'node:path';
import { z } from 'zod';
import { voiceListOptions } from '../../pipeline/options/speech-options.ts';
import { switchSchema } from '../../pipeline/options/option.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { listModels } from '../../pipeline/voices/list-natural-models.ts';
import type { ListedModel } from '../../pipeline/voices/list-natural-models.ts';
import { listVoices } from '../../pipeline/voices/list-voices.ts';
import type { VoiceList } from '../../pipeline/voices/list-voices.ts';
import { sampleVoices } from '../../pipeline/say/sample-voices.ts';
import { stateFolderSetting } from '../../pipeline/open/settings.ts';
import { defineCommand } from '../define-command.ts';
import { rememberVoices } from '../completion/remember-voices.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import { jsonOptions } from '../run-options.ts';
import { formatSize } from '../view/format-size.ts';
import { formatTable } from '../view/format-table.ts';
import { installCommand } from './voices/install.ts';
import { listCommand, shownSpeed } from './voices/list.ts';
import { removeCommand } from './voices/remove.ts';

type Voice = VoiceList['voices'][number];

const defaultFolder = 'samples';
/** The value of `--sample` without a text. */
const ownSentence = 'auto';

const voicesOptions = {
  ...voiceListOptions,
  ...jsonOptions,
  sample: {
    flag: '--sample [text]',
    schema: z.string(),
    bareValue: ownSentence,
    description:
      'let each voice speak this text into a WAV file, without a text a sentence in its language, with a page to hear them all',
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
  description:
    'Lists the voices of a speech provider, or lets each of them speak a sample. Installs and removes natural voices.',
  options: voicesOptions,
  subcommands: { install: installCommand, remove: removeCommand, list: listCommand },
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
  const own = text === ownSentence ? undefined : text;
  const request = { provider, language, text: own, folder, force, warn: warnOn(context) };
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
  const settings = await loadProcessSettings(context);
  const warn = warnOn(context);
  const found = await listVoices({ provider, language, warn }, settings, context.signal);
  if (language === '')
    await rememberVoices(
      settings.get(stateFolderSetting) ?? context.stateFolder,
      found.provider,
      found.voices.map(({ id }) => id),
    );
  const models = found.provider === 'embedded' ? await listModels(settings, { language }) : undefined;
  if (json) {
    const installable = models && installableVoices(found, models);
    context.stdout.write(`${JSON.stringify({ ...found, installable })}\n`);
    return;
  }
  context.stdout.write(formatTable(models ? embeddedRows(found, models) : voiceRows(found)));
}

function voiceRows(found: VoiceList): readonly (readonly string[])[] {
  const rows = found.voices.map((voice) => [voice.id, voice.language, voice.gender ?? '-', nameOf(voice, found)]);
  return [['VOICE', 'LANGUAGE', 'GENDER', 'NAME'], ...rows];
}

function nameOf({ id, name }: Voice, { defaultVoice }: VoiceList): string {
  return id === defaultVoice ? `${name} (default)` : name;
}

/** Natural voices on this machine, plain ones, and those that can be installed. */
function embeddedRows(found: VoiceList, models: readonly ListedModel[]): readonly (readonly string[])[] {
  // Of models with a voice of the same name, the last of those on this machine is used.
  const byUse = models.toSorted((one, other) => Number(isHere(one)) - Number(isHere(other)));
  const modelOf = new Map(byUse.flatMap((model) => model.voices.map(({ id }) => [id, model] as const)));
  const row = (voice: Voice, name: string): readonly string[] => {
    const model = modelOf.get(voice.id);
    const details = model ? [formatSize(model.bytes), shownSpeed(model.speed), model.licence.name] : ['-', '-', '-'];
    return [voice.id, voice.language, voice.gender ?? '-', ...details, name];
  };
  return [
    ['VOICE', 'LANGUAGE', 'GENDER', 'SIZE', 'SPEED', 'LICENCE', 'NAME'],
    ...found.voices.map((voice) => row(voice, nameOf(voice, found))),
    ...installableVoices(found, models).map((voice) => row(voice, `${voice.name} (install)`)),
  ];
}

/** Returns the voices that are not on this machine. */
function installableVoices({ voices: here }: VoiceList, models: readonly ListedModel[]): readonly Voice[] {
  const ids = new Set(here.map(({ id }) => id));
  return models
    .filter((model) => !isHere(model))
    .flatMap(({ voices }) => voices)
    .filter(({ id }) => !ids.has(id));
}

function isHere({ state }: ListedModel): boolean {
  return state !== 'installable';
}
