import { z } from 'zod';
import { networkSettings } from '../../core/http/open-dispatcher.ts';
import type { ParsedSetting, Setting } from '../../core/settings.ts';
import { modelSettings } from '../../llm/model-settings.ts';
import { speechTimeoutSetting } from '../../speech/call/timeout-setting.ts';
import { providers } from '../../speech/registry.ts';
import { pathStyleSetting, s3Settings, storageSetting } from '../../storage/storage-settings.ts';
import { dataFolderSetting } from '../../voice-models/data-folder.ts';
import { modelMirrorSetting } from '../../voice-models/download/model-sources.ts';
import { catalogSetting } from '../../voice-models/read-catalog.ts';
import { providerSetting } from './choose-provider.ts';
import { ffmpegSetting } from '../../audio/ffmpeg/find-ffmpeg.ts';
import { expectedPatience, patienceSchema } from '../options/text-schemas.ts';
import { preflightSetting } from './preflight.ts';
import { cacheFolderSetting, cacheLimitSetting } from '../store/store-settings.ts';

/** Folder of what the program remembers of its runs. */
export const stateFolderSetting: Setting = {
  name: 'AUDIOBOOK_STATE_DIR',
  description:
    'folder of what the program remembers of its runs, such as measured speeds; unset: the user’s state folder',
};

/** Prices of speech that the user gave. */
export const speechPricesSetting: Setting = {
  name: 'TTS_PRICES',
  description:
    'prices of speech in US dollars per million characters, instead of the vendor’s, as provider/model=price, separated by commas: polly/neural=12',
};

/** Time for which a provider may be down, in milliseconds. */
export const patienceSetting: ParsedSetting<number> = {
  name: 'TTS_PATIENCE',
  description: 'how long a run waits for a speech provider that stopped working, for example 90s or 2h; 0: without end',
  default: '5m',
  schema: patienceSchema,
  expected: expectedPatience,
};

/** Whether books of other kinds are converted without a question. */
export const ebookConvertSetting: ParsedSetting<'on' | 'off'> = {
  name: 'AUDIOBOOK_EBOOK_CONVERT',
  description:
    'on: books of other kinds, such as MOBI and RTF, are read through the installed ebook-convert of calibre, also those sent to the HTTP service; off: only where --ebook-convert, --yes or an answer at the terminal says so',
  default: 'off',
  schema: z.enum(['on', 'off']),
  expected: 'on or off',
  isProgram: true,
};

/** Key for the server that `--notify audiobookshelf://…` calls. */
export const audiobookshelfTokenSetting: Setting = {
  name: 'AUDIOBOOKSHELF_TOKEN',
  description: 'API key of an administrator of Audiobookshelf, for --notify audiobookshelf://…',
  secret: true,
};

/** Returns all settings, for the keys files, `doctor` and the documentation. */
export function allSettings(): readonly Setting[] {
  const general = [
    providerSetting,
    speechTimeoutSetting,
    patienceSetting,
    preflightSetting,
    cacheFolderSetting,
    cacheLimitSetting,
    storageSetting,
    s3Settings.endpoint,
    pathStyleSetting,
    stateFolderSetting,
    speechPricesSetting,
    dataFolderSetting,
    modelMirrorSetting,
    catalogSetting,
    ...Object.values(networkSettings),
    audiobookshelfTokenSetting,
    ffmpegSetting,
    ebookConvertSetting,
  ];
  // Keys of Amazon are listed for speech and for storage, OpenAI's for speech and for language models.
  const all = [
    ...general,
    ...Object.values(s3Settings),
    ...providers.flatMap(({ settings }) => settings),
    ...modelSettings,
  ];
  return [...new Map(all.map((setting) => [setting.name, setting])).values()];
}
