import { listModels } from '../../../pipeline/voices/list-natural-models.ts';
import type { ListedModel } from '../../../pipeline/voices/list-natural-models.ts';
import { switchSchema } from '../../../pipeline/options/option.ts';
import { voiceListOptions } from '../../../pipeline/options/speech-options.ts';
import { defineCommand } from '../../define-command.ts';
import { jsonOptions } from '../../options.ts';
import { formatSize } from '../../view/format-size.ts';
import { formatTable } from '../../view/format-table.ts';
import { shownLanguages } from './manage-models.ts';

/** `audiobook voices list`: lists the models of natural voices. */
export const listCommand = defineCommand({
  description:
    'Lists the models of natural voices: those that are included or installed, then those that can be installed.',
  options: {
    installed: { flag: '--installed', schema: switchSchema, description: 'list only what is on this machine' },
    language: voiceListOptions.language,
    ...jsonOptions,
  },
  async run({ options: { installed, language }, settings, warn, print }) {
    const models = await listModels(await settings(), { language, onlyInstalled: installed }, warn);
    print({ models }, () => formatTable([header, ...models.map(row)]));
  },
});

const header = ['MODEL', 'STATE', 'LANGUAGES', 'VOICES', 'SIZE', 'SPEED', 'LICENCE'];

function row({ id, state, languages, voices, bytes, speed, licence }: ListedModel): readonly string[] {
  return [
    id,
    state,
    shownLanguages(languages),
    String(voices.length),
    formatSize(bytes),
    shownSpeed(speed),
    licence.restrictions === undefined ? licence.name : `${licence.name} (restricts the use)`,
  ];
}

/** Returns a speed for a table: how many seconds of speech a second of this machine makes. */
export function shownSpeed(speed: number | undefined): string {
  return speed === undefined ? '-' : `${speed.toFixed(1)}x`;
}
