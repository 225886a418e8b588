import { listModels } from '../../../pipeline/voices/list-natural-models.ts';
import type { ListedModel } from '../../../pipeline/voices/list-natural-models.ts';
import { switchSchema } from '../../../pipeline/options/option.ts';
import { voiceListOptions } from '../../../pipeline/options/speech-options.ts';
import { defineCommand } from '../../define-command.ts';
import { loadProcessSettings } from '../../load-process-settings.ts';
import { jsonOptions } from '../../run-options.ts';
import { formatSize } from '../../view/format-size.ts';
import { formatTable } from '../../view/format-table.ts';

/** `audiobook voices list`: lists the models of natural voices. */
export const listCommand = defineCommand({
  description:
    'Lists the models of natural voices: those that are included or installed, then those that can be installed.',
  options: {
    installed: { flag: '--installed', schema: switchSchema, description: 'list only what is on this machine' },
    language: voiceListOptions.language,
    ...jsonOptions,
  },
  async run({ context, options: { installed, language, json } }) {
    const settings = await loadProcessSettings(context);
    const warn = (message: string): void => void context.stderr.write(`Warning: ${message}\n`);
    const models = await listModels(settings, { language, onlyInstalled: installed }, warn);
    if (json) context.stdout.write(`${JSON.stringify({ models })}\n`);
    else context.stdout.write(formatTable([header, ...models.map(row)]));
    return 0;
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

const maxLanguages = 8;

function shownLanguages(languages: readonly string[]): string {
  return languages.length > maxLanguages ? `${languages.length} languages` : languages.join(' ');
}

/** Returns a speed for a table: how many seconds of speech a second of this machine makes. */
export function shownSpeed(speed: number | undefined): string {
  return speed === undefined ? '-' : `${speed.toFixed(1)}x`;
}
