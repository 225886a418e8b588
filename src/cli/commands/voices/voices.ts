import path from 'node:path';
import { z } from 'zod';
import { voiceListOptions } from '../../../pipeline/options/speech-options.ts';
import { switchSchema } from '../../../pipeline/options/option.ts';
import { listModels } from '../../../pipeline/voices/list-natural-models.ts';
import type { ListedModel } from '../../../pipeline/voices/list-natural-models.ts';
import { listVoices } from '../../../pipeline/voices/list-voices.ts';
import type { VoiceList } from '../../../pipeline/voices/list-voices.ts';
import { sampleVoices } from '../../../pipeline/say/sample-voices.ts';
import { stateFolderSetting } from '../../../pipeline/open/settings.ts';
import { askYesOrNo } from '../../ask/ask.ts';
import { defineCommand } from '../../define-command.ts';
import type { Invocation } from '../../define-command.ts';
import { rememberVoices } from '../../completion/remember-voices.ts';
import { installVoices, removeVoices } from '../../../pipeline/voices/install-voices.ts';
import type { ProcessContext } from '../../process-context.ts';
import { formatSize } from '../../view/format-size.ts';
import { writeLines } from '../../view/write-lines.ts';
import { formatTable } from '../../view/format-table.ts';
import { listCommand, shownSpeed } from './list.ts';
import { removeCommand, showInstalled } from './manage-models.ts';
import { jsonOptions, quietOptions } from '../../options.ts';

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

/** `audiobook voices install NAME…`: downloads natural voices. */
const install = defineCommand({
  description:
    'Downloads natural voices. A name is a model (kokoro), a voice (kokoro:af_heart, piper:en_GB-cori-high) or a language (fr), which means the best model for it.',
  argument: { name: '<name...>', description: 'models, voices or languages' },
  options: {
    acceptLicence: {
      flag: '--accept-licence',
      schema: switchSchema,
      description: 'accept the licences of the models, also those that restrict the use',
    },
    ...quietOptions,
  },
  async run(invocation) {
    const { context, options, args } = invocation;
    const accepts = options.acceptLicence ? async () => true : acceptLicence(context);
    await showInstalled(invocation, (tools) => installVoices(args, { ...tools, accepts }));
  },
});

/** Returns a function that shows a licence at the terminal and asks whether it is accepted. Without a terminal it is not. */
function acceptLicence(context: ProcessContext): (model: Pick<ListedModel, 'name' | 'licence'>) => Promise<boolean> {
  return async ({ name, licence }) => {
    const { stdin, stderr } = context;
    if (!stdin.isTTY || !stderr.isTTY) return false;
    stderr.write(`${name} is under the licence ${licence.name}: ${licence.url}\n${licence.restrictions}\n`);
    return (await askYesOrNo(context, { message: 'Do you accept the licence?', default: false })) ?? false;
  };
}

const remove = removeCommand('Removes installed natural voices, by model or voice.', 'models or voices', removeVoices);

/** `audiobook voices`: lists the values of `--voice`. */
export const command = defineCommand({
  description:
    'Lists the voices of a speech provider, or lets each of them speak a sample. Installs and removes natural voices.',
  options: voicesOptions,
  subcommands: { install, remove, list: listCommand },
  async run(invocation) {
    const { context, options, warn } = invocation;
    const { provider, language = '', sample, output, force } = options;
    if (sample === undefined) {
      await list(invocation);
      return;
    }
    const folder = output ?? path.resolve(context.workingFolder, defaultFolder);
    const request = { provider, language, text: sample === ownSentence ? undefined : sample, folder, force, warn };
    for await (const file of sampleVoices(request, await invocation.settings(), context.signal)) {
      context.stdout.write(`${file}\n`);
    }
  },
});

async function list({ context, options, settings, warn, print }: Invocation<typeof voicesOptions>): Promise<void> {
  const { provider, language = '' } = options;
  const loaded = await settings();
  const found = await listVoices({ provider, language, warn }, loaded, context.signal);
  if (language === '') {
    const ids = found.voices.map(({ id }) => id);
    await rememberVoices(loaded.get(stateFolderSetting) ?? context.stateFolder, found.provider, ids);
  }
  const models = found.provider === 'embedded' ? await listModels(loaded, { language }) : undefined;
  const installable = models && installableVoices(found, models);
  print({ ...found, installable }, () => formatTable(models ? embeddedRows(found, models) : voiceRows(found)));
  const [voice] = found.voices;
  if (context.stdout.isTTY && voice)
    writeLines(context.stderr, `Hear one: audiobook say "Good morning." --voice ${voice.id}\n`);
}

function voiceRows(found: VoiceList): readonly (readonly string[])[] {
  const rows = found.voices.map((voice) => [voice.id, voice.language, voice.gender ?? '-', nameOf(voice, found)]);
  return [['VOICE', 'LANGUAGE', 'GENDER', 'NAME'], ...rows];
}

function nameOf({ id, name }: Voice, { defaultVoice }: VoiceList): string {
  return id === defaultVoice ? `${name} (default)` : name;
}

/** Natural voices, those on this machine before those that can be installed, and plain ones. */
function embeddedRows(found: VoiceList, models: readonly ListedModel[]): readonly (readonly string[])[] {
  // Of models with a voice of the same name, the last of those on this machine is used.
  const byUse = models.toSorted((one, other) => Number(isHere(one)) - Number(isHere(other)));
  const modelOf = new Map(byUse.flatMap((model) => model.voices.map(({ id }) => [id, model] as const)));
  const row = (voice: Voice, name: string): readonly string[] => {
    const model = modelOf.get(voice.id);
    const details = model ? [formatSize(model.bytes), shownSpeed(model.speed), model.licence.name] : ['-', '-', '-'];
    return [voice.id, voice.language, voice.gender ?? '-', ...details, name];
  };
  const here = found.voices;
  const isNatural = ({ id }: Voice): boolean => modelOf.has(id);
  return [
    ['VOICE', 'LANGUAGE', 'GENDER', 'SIZE', 'SPEED', 'LICENCE', 'NAME'],
    ...here.filter(isNatural).map((voice) => row(voice, nameOf(voice, found))),
    ...installableVoices(found, models).map((voice) => row(voice, `${voice.name} (install)`)),
    ...here.filter((voice) => !isNatural(voice)).map((voice) => row(voice, nameOf(voice, found))),
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
